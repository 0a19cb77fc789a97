import type { Permission } from '@parley/contract/roles/permissions'
import { allAdminEntries } from '../../areas/admin-entries.ts'
import { inboxLists } from '../../areas/inbox-lists.ts'
import { contactEntries, reportEntries } from '../../areas/nav-entries.ts'
import { visibleEntries } from '../../areas/visible-entries.ts'
import { permissionKey } from '../../format/permission-key.ts'
import { may } from '../../session/permissions.ts'

/** Catalogue keys of what someone with only these permissions sees. */
export type RolePreview = {
  areas: string[]
  lists: string[]
  can: string[]
  cannot: string[]
  /** Permissions that have no effect without another. */
  hints: string[]
}

const actionPermissions: readonly Permission[] = [
  'messages:write',
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
]

/** Uses the rules of the sidebar, menus and lists, so that it matches the screens. */
export function previewRole(permissions: readonly string[], exists: (path: string) => boolean): RolePreview {
  const reader = { permissions: [...permissions] }
  const has = (permission: Permission) => may(reader, permission)
  const readableLists = inboxLists.filter((list) => has(list.permission)).map((list) => `inbox.${list.type}`)
  const lists = has('conversations:read_team_inbox') ? [...readableLists, 'inbox.teams'] : readableLists
  const reads = has('conversations:read') && lists.length > 0
  // Starting a conversation needs no list; everything else needs a visible one.
  const can = actionPermissions.filter((act) => has(act) && (reads || act === 'conversations:write'))
  return {
    areas: visibleEntries([...contactEntries, ...reportEntries, ...allAdminEntries], reader, exists).map(
      ({ label }) => label,
    ),
    lists: [...(reads ? lists : []), ...(has('view:manage') ? ['inbox.views.user'] : [])],
    can: can.map(permissionKey),
    cannot: actionPermissions.filter((act) => !can.includes(act)).map(permissionKey),
    hints: [
      lists.length > 0 && !has('conversations:read') && 'lists_without_read',
      lists.length === 0 && has('conversations:read') && 'read_without_lists',
      reads && !has('messages:read') && (has('messages:write') ? 'write_blind' : 'no_messages'),
      has('contacts:read_all') && !has('contacts:read') && 'contacts_closed',
    ].flatMap((hint) => (hint ? [`roles.preview.hint.${hint}`] : [])),
  }
}
