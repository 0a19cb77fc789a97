/** Every permission a role can have (docs/spec/wire.md#permissions-and-roles). Any other string in a role is dropped. */
export const permissions = [
  'conversations:read',
  'conversations:write',
  'conversations:read_assigned',
  'conversations:read_all',
  'conversations:read_unassigned',
  'conversations:read_team_inbox',
  'conversations:update_user_assignee',
  'conversations:update_team_assignee',
  'conversations:update_priority',
  'conversations:update_status',
  'conversations:update_tags',
  'conversations:forward',
  'conversations:merge',
  'conversations:move',
  'conversations:delete',
  'messages:read',
  'messages:write',
  'messages:write_as_contact',
  'view:manage',
  'shared_views:manage',
  'general_settings:manage',
  'notification_settings:manage',
  'status:manage',
  'oidc:manage',
  'tags:manage',
  'macros:manage',
  'users:manage',
  'teams:manage',
  'automations:manage',
  'inboxes:manage',
  'roles:manage',
  'templates:manage',
  'reports:manage',
  'business_hours:manage',
  'sla:manage',
  'ai:manage',
  'custom_attributes:manage',
  'activity_logs:manage',
  'webhooks:manage',
  'data:manage',
  'contacts:read_all',
  'contacts:read',
  'contacts:write',
  'contacts:block',
  'contact_notes:read',
  'contact_notes:write',
  'contact_notes:delete',
] as const

export type Permission = (typeof permissions)[number]

const permissionSet: ReadonlySet<string> = new Set(permissions)

/** Older clients have role forms that can't show these (docs/spec/wire.md#permissions-and-roles). */
export const laterPermissions: readonly Permission[] = [
  'conversations:forward',
  'conversations:merge',
  'conversations:move',
  'conversations:delete',
  'shared_views:manage',
  'data:manage',
]

export const isPermission = (name: string): name is Permission => permissionSet.has(name)

/** Permissions over the workspace, as opposed to conversations or one's own views. */
export const isAdministrative = (permission: string): boolean =>
  permission.endsWith(':manage') && permission !== 'view:manage'

const administrativePermissions = permissions.filter(isAdministrative)

/** Whether they can change how people sign in. */
export const hasAllAdministrativePermissions = (holder: PermissionHolder): boolean =>
  holder.is_admin || administrativePermissions.every((permission) => holder.permissions.has(permission))

type PermissionHolder = { permissions: ReadonlySet<string>; is_admin: boolean }

/** The first administrative permission in the list that they lack, and so can neither grant nor manage. Administrators lack none. */
export const findMissingPermission = (
  granter: PermissionHolder,
  permissions: readonly string[],
): string | undefined =>
  granter.is_admin
    ? undefined
    : permissions.find((permission) => isAdministrative(permission) && !granter.permissions.has(permission))

/** Why they cannot grant a permission, or null when they can. */
export const grantRefusal = (granter: PermissionHolder, permissions: readonly string[]): string | null => {
  const missing = findMissingPermission(granter, permissions)
  return missing ? `You can’t grant the permission "${missing}", because you don’t have it yourself` : null
}
