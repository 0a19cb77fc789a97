import type { Permission } from '@parley/contract/roles/permissions'
import { BarChart3, Bell, Keyboard, type LucideIcon, Shield, UserRound, Users } from 'lucide-react'

/**
 * Every page that the shell links to, whether it exists yet or not. An entry is shown once its path is a route and
 * the agent has one of its permissions; an empty list means everyone.
 */
export type NavEntry = {
  path: string
  /** Catalogue key. */
  label: string
  description?: string
  icon: LucideIcon
  permissions: readonly Permission[]
}

export type NavGroup = { label: string; icon: LucideIcon; entries: readonly NavEntry[] }

export const contactEntries: readonly NavEntry[] = [
  { path: '/contacts', label: 'contacts.all', icon: Users, permissions: ['contacts:read_all'] },
]

/** The entry point; the other reports come with the panel. */
export const reportEntries: readonly NavEntry[] = [
  { path: '/reports/overview', label: 'reports.title', icon: BarChart3, permissions: ['reports:manage'] },
]

export const accountEntries: readonly NavEntry[] = [
  {
    path: '/account/profile',
    label: 'account.profile',
    description: 'account.profile.description',
    icon: UserRound,
    permissions: [],
  },
  {
    path: '/account/security',
    label: 'account.security',
    description: 'account.security.description',
    icon: Shield,
    permissions: [],
  },
  {
    path: '/account/notifications',
    label: 'account.notifications',
    description: 'account.notifications.description',
    icon: Bell,
    permissions: [],
  },
  {
    path: '/account/shortcuts',
    label: 'account.shortcuts',
    description: 'account.shortcuts.description',
    icon: Keyboard,
    permissions: [],
  },
]

/** Any one of these opens the admin area. The entries that need them come with the panel. */
export const adminPermissions: readonly Permission[] = [
  'general_settings:manage',
  'business_hours:manage',
  'sla:manage',
  'tags:manage',
  'macros:manage',
  'status:manage',
  'inboxes:manage',
  'users:manage',
  'teams:manage',
  'roles:manage',
  'activity_logs:manage',
  'automations:manage',
  'custom_attributes:manage',
  'notification_settings:manage',
  'templates:manage',
  'oidc:manage',
  'webhooks:manage',
  'ai:manage',
  'data:manage',
]
