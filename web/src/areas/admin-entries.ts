import {
  Activity,
  Archive,
  Bell,
  CalendarClock,
  CircleDot,
  Clock,
  FileText,
  Inbox,
  KeyRound,
  LayoutDashboard,
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
import { adminPermissions, type NavEntry, type NavGroup } from './nav-entries.ts'

// A separate module, to keep it out of the first load.

/** The overview, for anyone who can open an admin page. */
export const overviewEntry: NavEntry = {
  path: '/admin/overview',
  label: 'admin.overview',
  description: 'admin.overview.about',
  icon: LayoutDashboard,
  permissions: adminPermissions,
}

export const adminGroups: readonly NavGroup[] = [
  {
    label: 'admin.group.workspace',
    icon: Settings,
    entries: [
      {
        path: '/admin/general',
        label: 'admin.general',
        description: 'admin.general.about',
        icon: SlidersHorizontal,
        permissions: ['general_settings:manage'],
      },
      {
        path: '/admin/business-hours',
        label: 'admin.business_hours',
        description: 'admin.business_hours.about',
        icon: CalendarClock,
        permissions: ['business_hours:manage'],
      },
      {
        path: '/admin/sla',
        label: 'admin.sla',
        description: 'admin.sla.about',
        icon: Clock,
        permissions: ['sla:manage'],
      },
    ],
  },
  {
    label: 'admin.group.conversations',
    icon: Tag,
    entries: [
      {
        path: '/admin/conversations/tags',
        label: 'admin.tags',
        description: 'admin.tags.about',
        icon: Tag,
        permissions: ['tags:manage'],
      },
      {
        path: '/admin/conversations/macros',
        label: 'admin.macros',
        description: 'admin.macros.about',
        icon: Zap,
        permissions: ['macros:manage'],
      },
      {
        path: '/admin/conversations/statuses',
        label: 'admin.statuses',
        description: 'admin.statuses.about',
        icon: CircleDot,
        permissions: ['status:manage'],
      },
    ],
  },
  {
    label: 'admin.group.inbox',
    icon: Inbox,
    entries: [
      {
        path: '/admin/inboxes',
        label: 'admin.inboxes',
        description: 'admin.inboxes.about',
        icon: Inbox,
        permissions: ['inboxes:manage'],
      },
    ],
  },
  {
    label: 'admin.group.teammates',
    icon: Users,
    entries: [
      {
        path: '/admin/teams/agents',
        label: 'admin.agents',
        description: 'admin.agents.about',
        icon: UserRound,
        permissions: ['users:manage'],
      },
      {
        path: '/admin/teams/teams',
        label: 'admin.teams',
        description: 'admin.teams.about',
        icon: Users,
        permissions: ['teams:manage'],
      },
      {
        path: '/admin/teams/roles',
        label: 'admin.roles',
        description: 'admin.roles.about',
        icon: Shield,
        permissions: ['roles:manage'],
      },
      {
        path: '/admin/teams/activity-log',
        label: 'admin.activity_log',
        description: 'admin.activity_log.about',
        icon: ScrollText,
        permissions: ['activity_logs:manage'],
      },
    ],
  },
]

export const adminEntries: readonly NavEntry[] = [
  {
    path: '/admin/automations',
    label: 'admin.automations',
    description: 'admin.automations.about',
    icon: Workflow,
    permissions: ['automations:manage'],
  },
  {
    path: '/admin/custom-attributes',
    label: 'admin.custom_attributes',
    description: 'admin.custom_attributes.about',
    icon: TextCursorInput,
    permissions: ['custom_attributes:manage'],
  },
  {
    path: '/admin/notification',
    label: 'admin.notifications',
    description: 'admin.notifications.about',
    icon: Bell,
    permissions: ['notification_settings:manage'],
  },
  {
    path: '/admin/templates',
    label: 'admin.templates',
    description: 'admin.templates.about',
    icon: FileText,
    permissions: ['templates:manage'],
  },
  {
    path: '/admin/sso',
    label: 'admin.sso',
    description: 'admin.sso.about',
    icon: KeyRound,
    permissions: ['oidc:manage'],
  },
  {
    path: '/admin/ai',
    label: 'admin.ai',
    description: 'admin.ai.about',
    icon: Sparkles,
    permissions: ['ai:manage'],
  },
  {
    path: '/admin/webhooks',
    label: 'admin.webhooks',
    description: 'admin.webhooks.about',
    icon: Webhook,
    permissions: ['webhooks:manage'],
  },
  {
    path: '/admin/system',
    label: 'admin.system',
    description: 'admin.system.about',
    icon: Activity,
    permissions: ['general_settings:manage'],
  },
  {
    path: '/admin/data',
    label: 'admin.data',
    description: 'admin.data.about',
    icon: Archive,
    permissions: ['data:manage'],
  },
]

export const allAdminEntries: readonly NavEntry[] = [
  overviewEntry,
  ...adminGroups.flatMap((group) => group.entries),
  ...adminEntries,
]
