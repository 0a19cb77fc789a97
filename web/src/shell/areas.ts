import type { Permission } from '@parley/contract/permissions'
import {
  BarChart3,
  Bell,
  CalendarClock,
  CircleDot,
  Clock,
  FileText,
  Inbox,
  KeyRound,
  type LucideIcon,
  ScrollText,
  Settings,
  Shield,
  SlidersHorizontal,
  Tag,
  TextCursorInput,
  UserRound,
  Users,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'

/**
 * Every place that the shell leads to, whether it exists yet or not. An entry shows once its path is a route
 * (and the route is not marked `upcoming`) and the agent holds one of its permissions; none means everybody.
 */
export type Entry = {
  path: string
  /** Catalogue key. */
  label: string
  description?: string
  icon: LucideIcon
  permissions: readonly Permission[]
}

export type EntryGroup = { label: string; icon: LucideIcon; entries: readonly Entry[] }

export const contactEntries: readonly Entry[] = [
  { path: '/contacts', label: 'contacts.all', icon: Users, permissions: ['contacts:read_all'] },
]

export const reportEntries: readonly Entry[] = [
  { path: '/reports/overview', label: 'reports.overview', icon: BarChart3, permissions: ['reports:manage'] },
]

export const accountEntries: readonly Entry[] = [
  {
    path: '/account/profile',
    label: 'account.profile',
    description: 'account.profile.description',
    icon: UserRound,
    permissions: [],
  },
]

export const adminGroups: readonly EntryGroup[] = [
  {
    label: 'admin.group.workspace',
    icon: Settings,
    entries: [
      {
        path: '/admin/general',
        label: 'admin.general',
        icon: SlidersHorizontal,
        permissions: ['general_settings:manage'],
      },
      {
        path: '/admin/business-hours',
        label: 'admin.business_hours',
        icon: CalendarClock,
        permissions: ['business_hours:manage'],
      },
      { path: '/admin/sla', label: 'admin.sla', icon: Clock, permissions: ['sla:manage'] },
    ],
  },
  {
    label: 'admin.group.conversations',
    icon: Tag,
    entries: [
      { path: '/admin/conversations/tags', label: 'admin.tags', icon: Tag, permissions: ['tags:manage'] },
      {
        path: '/admin/conversations/macros',
        label: 'admin.macros',
        icon: Zap,
        permissions: ['macros:manage'],
      },
      {
        path: '/admin/conversations/statuses',
        label: 'admin.statuses',
        icon: CircleDot,
        permissions: ['status:manage'],
      },
    ],
  },
  {
    label: 'admin.group.inbox',
    icon: Inbox,
    entries: [
      { path: '/admin/inboxes', label: 'admin.inboxes', icon: Inbox, permissions: ['inboxes:manage'] },
    ],
  },
  {
    label: 'admin.group.teammates',
    icon: Users,
    entries: [
      { path: '/admin/teams/agents', label: 'admin.agents', icon: UserRound, permissions: ['users:manage'] },
      { path: '/admin/teams/teams', label: 'admin.teams', icon: Users, permissions: ['teams:manage'] },
      { path: '/admin/teams/roles', label: 'admin.roles', icon: Shield, permissions: ['roles:manage'] },
      {
        path: '/admin/teams/activity-log',
        label: 'admin.activity_log',
        icon: ScrollText,
        permissions: ['activity_logs:manage'],
      },
    ],
  },
]

export const adminEntries: readonly Entry[] = [
  {
    path: '/admin/automations',
    label: 'admin.automations',
    icon: Workflow,
    permissions: ['automations:manage'],
  },
  {
    path: '/admin/custom-attributes',
    label: 'admin.custom_attributes',
    icon: TextCursorInput,
    permissions: ['custom_attributes:manage'],
  },
  {
    path: '/admin/notification',
    label: 'admin.notifications',
    icon: Bell,
    permissions: ['notification_settings:manage'],
  },
  { path: '/admin/templates', label: 'admin.templates', icon: FileText, permissions: ['templates:manage'] },
  { path: '/admin/sso', label: 'admin.sso', icon: KeyRound, permissions: ['oidc:manage'] },
  { path: '/admin/webhooks', label: 'admin.webhooks', icon: Webhook, permissions: ['webhooks:manage'] },
]

export const everyAdminEntry: readonly Entry[] = [
  ...adminGroups.flatMap((group) => group.entries),
  ...adminEntries,
]
