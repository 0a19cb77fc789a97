import type { Permission } from '@parley/contract/permissions'
import { may } from '../../session/may.ts'
import { everyAdminEntry } from '../../shell/admin-areas.ts'
import { contactEntries, reportEntries } from '../../shell/areas.ts'
import { inboxLists } from '../../shell/inbox-lists.ts'
import { visibleEntries } from '../../shell/visible.ts'

/** Catalogue keys of what somebody with these rights and no others meets. */
export type RolePreview = {
  areas: string[]
  lists: string[]
  can: string[]
  cannot: string[]
  /** Rights that do nothing without another. */
  hints: string[]
}

const acts: readonly Permission[] = [
  'messages:write',
  'conversations:write',
  'conversations:update_user_assignee',
  'conversations:update_team_assignee',
  'conversations:update_status',
  'conversations:update_priority',
  'conversations:update_tags',
]

/** By the rules of the sidebar, the menus and the lists, so that it cannot promise what the screens do not keep. */
export function previewRole(permissions: readonly string[], exists: (path: string) => boolean): RolePreview {
  const reader = { permissions: [...permissions] }
  const has = (permission: Permission) => may(reader, permission)
  const opened = inboxLists.filter((list) => has(list.permission)).map((list) => `inbox.${list.type}`)
  const lists = has('conversations:read_team_inbox') ? [...opened, 'inbox.teams'] : opened
  const reads = has('conversations:read') && lists.length > 0
  // Starting a conversation needs no list; everything else is done in one that is seen.
  const can = acts.filter((act) => has(act) && (reads || act === 'conversations:write'))
  return {
    areas: visibleEntries([...contactEntries, ...reportEntries, ...everyAdminEntry], reader, exists).map(
      ({ label }) => label,
    ),
    lists: [...(reads ? lists : []), ...(has('view:manage') ? ['inbox.views'] : [])],
    can: can.map(words),
    cannot: acts.filter((act) => !can.includes(act)).map(words),
    hints: [
      lists.length > 0 && !has('conversations:read') && 'lists_without_read',
      lists.length === 0 && has('conversations:read') && 'read_without_lists',
      reads && !has('messages:read') && (has('messages:write') ? 'write_blind' : 'no_messages'),
      has('contacts:read_all') && !has('contacts:read') && 'contacts_closed',
    ].flatMap((hint) => (hint ? [`roles.preview.hint.${hint}`] : [])),
  }
}

const words = (permission: Permission) => `permission.${permission.replace(':', '.')}`
