import type { BulkAction } from '@parley/contract/conversations/bulk-actions'
import type { ConversationListItem, ConversationShared } from '@parley/contract/conversations/conversations'
import type { Priority } from '@parley/contract/priorities/priorities'
import type { Status } from '@parley/contract/statuses/statuses'
import { addMinutes } from '../snooze/snooze-times.ts'
import { RESOLVED } from './conversation-target.ts'

type Row = Pick<ConversationListItem, 'assigned_user_id' | 'assigned_team_id' | 'tags'>
export type LookupData = { allStatuses: readonly Status[]; priorities: readonly Priority[]; my_id: number }

/** The optimistic update of a status, assignee, priority or tags: what changes if the server accepts the action. */
export function optimisticPatch(
  action: BulkAction,
  row: Row,
  lookups: LookupData,
): Partial<ConversationShared> {
  switch (action.type) {
    case 'assign_user':
      return { assigned_user_id: action.assignee_id }
    case 'assign_team':
      return {
        assigned_team_id: action.assignee_id,
        // Another team means other agents.
        ...(action.assignee_id !== null &&
          action.assignee_id !== row.assigned_team_id && { assigned_user_id: null }),
      }
    case 'set_priority':
      return {
        priority: action.priority,
        priority_id: lookups.priorities.find(({ name }) => name === action.priority)?.id ?? null,
      }
    case 'set_status': {
      const status = lookups.allStatuses.find(({ name }) => name === action.status)
      if (!status) return {}
      return {
        status: status.name,
        status_id: status.id,
        status_category: status.category,
        snoozed_until: toInstant(action.snoozed_until ?? null),
        // An unassigned conversation is assigned to its resolver (docs/spec/product-decisions.md#active-conversations).
        ...(status.name === RESOLVED && { assigned_user_id: row.assigned_user_id ?? lookups.my_id }),
      }
    }
    case 'add_tags':
      return { tags: [...new Set([...row.tags, ...action.tags])].toSorted() }
    case 'remove_tags':
      return { tags: row.tags.filter((tag) => !action.tags.includes(tag)) }
    case 'trash':
      return { trashed_at: new Date().toISOString(), trash_reason: 'deleted' }
    case 'mark_spam':
      return { trashed_at: new Date().toISOString(), trash_reason: 'spam' }
    case 'move_inbox':
      return { inbox_id: action.inbox_id }
    case 'restore':
      return { trashed_at: null, trash_reason: null }
    case 'mark_not_spam':
      return { trashed_at: null, trash_reason: null, spam_suggestion: null }
    // Unread counts are per reader and come from the server.
    case 'mark_seen':
    case 'mark_unread':
    // Following is shown by its own query.
    case 'follow':
    case 'unfollow':
      return {}
  }
}

/** The end of a snooze given as a duration, such as `3h`; an instant is returned unchanged. */
function toInstant(snoozed_until: string | null): string | null {
  const [, count, unit] = snoozed_until?.match(/^(\d+)([mh])$/) ?? []
  if (!count) return snoozed_until
  return addMinutes(Number(count) * (unit === 'h' ? 60 : 1), new Date()).toISOString()
}
