import { conversationSorts } from '@parley/contract/conversations/conversation-lists'
import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import type { ListKey } from '../api/conversation-list-queries.ts'
import { isOrderedType, type OrderedInboxType } from '../lib/inbox-list.ts'
import { evaluateFilters } from './evaluate-filters.ts'

type Row = Pick<
  ConversationListItem,
  | 'id'
  | 'status'
  | 'assigned_user_id'
  | 'assigned_team_id'
  | 'status_id'
  | 'priority_id'
  | 'snoozed_until'
  | 'inbox_id'
  | 'scheduled'
  | 'trashed_at'
  | 'trash_reason'
  | (typeof conversationSorts)[keyof typeof conversationSorts]['field']
>

/**
 * Whether the server would include this conversation in this list for the signed-in agent; null when only the server
 * can tell.
 */
export function belongsToList(list: ListKey, row: Row, myId: number | undefined): boolean | null {
  if (isOrderedType(list.type)) return mayBelongToOrdered(list.type, row) ? null : false
  return matchesListType(list, row, myId) && evaluateFilters(list.filters ?? [], row)
}

function mayBelongToOrdered(type: OrderedInboxType, row: Row): boolean {
  const isSpam = row.trash_reason === 'spam'
  if (type === 'trash' || type === 'spam') return row.trashed_at !== null && (type === 'spam') === isSpam
  if (type === 'scheduled' && !row.scheduled) return false
  return row.trashed_at === null && (type !== 'snoozed' || row.snoozed_until !== null)
}

function matchesListType(list: ListKey, row: Row, myId: number | undefined): boolean {
  if (row.trashed_at !== null) return false
  if (list.status !== null && list.status.toLowerCase() !== row.status.toLowerCase()) return false
  switch (list.type) {
    case 'assigned':
      return row.assigned_user_id === myId
    case 'unassigned':
      return row.assigned_user_id === null && row.assigned_team_id === null
    case 'team':
      return row.assigned_user_id === null && row.assigned_team_id === list.id
    default:
      return true
  }
}

/** Whether both rows have the same position in the list's sort. */
export const hasSameSortValue = (list: ListKey, a: Row, b: Row): boolean => {
  const { field } = conversationSorts[list.sort]
  return a[field] === b[field]
}

/**
 * Negative when `a` comes before `b`: the server's order, with missing values last and ties broken by id. Rows don't
 * hold what a list in its own order is sorted by: there, `a` is assumed to come first.
 */
export function compareRows(list: ListKey, a: Row, b: Row): number {
  if (isOrderedType(list.type)) return -1
  const { field, order } = conversationSorts[list.sort]
  const sign = order === 'asc' ? 1 : -1
  const [x, y] = [a[field], b[field]]
  if (x === y) return sign * (a.id - b.id)
  if (x === null) return 1
  if (y === null) return -1
  return sign * (x < y ? -1 : 1)
}
