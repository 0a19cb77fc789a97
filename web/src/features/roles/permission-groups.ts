import { isAdministrative, type Permission, permissions } from '@parley/contract/roles/permissions'

export type PermissionGroup = { key: string; permissions: readonly Permission[] }

const administrative = permissions.filter(isAdministrative)

/** Every permission, grouped by topic. */
export const permissionGroups: readonly PermissionGroup[] = [
  {
    key: 'reading',
    permissions: [
      'conversations:read',
      'conversations:read_assigned',
      'conversations:read_unassigned',
      'conversations:read_team_inbox',
      'conversations:read_all',
      'view:manage',
    ],
  },
  { key: 'messages', permissions: ['messages:read', 'messages:write', 'messages:write_as_contact'] },
  {
    key: 'working',
    permissions: [
      'conversations:write',
      'conversations:update_user_assignee',
      'conversations:update_team_assignee',
      'conversations:update_status',
      'conversations:update_priority',
      'conversations:update_tags',
      'conversations:forward',
      'conversations:merge',
      'conversations:move',
      'conversations:delete',
    ],
  },
  {
    key: 'contacts',
    permissions: [
      'contacts:read_all',
      'contacts:read',
      'contacts:write',
      'contacts:block',
      'contact_notes:read',
      'contact_notes:write',
      'contact_notes:delete',
    ],
  },
  { key: 'workspace', permissions: administrative },
]
