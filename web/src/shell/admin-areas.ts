import {
  Bell,
  CalendarClock,
  CircleDot,
  Clock,
  FileText,
  Inbox,
  KeyRound,
  ScrollText,
  Settings,
  Shield,
  SlidersHorizontal,
  Sparkles,
  Tag,
  TextCursorInput,
  UserRound,
  Users,
  Webhook,
  Workflow,
  Zap,
} from 'lucide-react'
import type { Entry, EntryGroup } from './areas.ts'

// Of its own, so that the first load goes without.

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
  { path: '/admin/ai', label: 'admin.ai', icon: Sparkles, permissions: ['ai:manage'] },
  { path: '/admin/webhooks', label: 'admin.webhooks', icon: Webhook, permissions: ['webhooks:manage'] },
]

export const everyAdminEntry: readonly Entry[] = [
  ...adminGroups.flatMap((group) => group.entries),
  ...adminEntries,
]
