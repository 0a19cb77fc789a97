import type { Agent } from '@parley/contract/agents/agent'
import type { BulkAction } from '@parley/contract/conversations/bulk-actions'
import type { ConversationShared } from '@parley/contract/conversations/conversations'
import type { Status } from '@parley/contract/statuses/statuses'
import type { TeamCompact } from '@parley/contract/teams/team-compact'
import type { ActionDescription } from '@parley/contract/undo/undo'
import { fullName } from '../../../format/names.ts'
import { SNOOZED } from './conversation-target.ts'

type Named = Pick<Agent, 'id' | 'first_name' | 'last_name'>
export type DescriptionNames = {
  my_id: number
  agents: readonly Named[]
  teams: readonly Pick<TeamCompact, 'id' | 'name'>[]
  inboxes: readonly { id: number; name: string }[]
}

/** What an action does, as the server describes it; null if it can't be undone. `patch` has the end of a snooze. */
export function describeTargetAction(
  action: BulkAction,
  patch: Partial<ConversationShared>,
  { my_id, agents, teams, inboxes }: DescriptionNames,
): ActionDescription | null {
  switch (action.type) {
    case 'assign_user': {
      if (action.assignee_id === null) return { kind: 'unassign', what: {} }
      if (action.assignee_id === my_id) return { kind: 'assign_self', what: {} }
      const agent = agents.find(({ id }) => id === action.assignee_id)
      return { kind: 'assign', what: { assignee: agent ? fullName(agent) : '' } }
    }
    case 'assign_team': {
      if (action.assignee_id === null) return { kind: 'unassign_team', what: {} }
      return { kind: 'assign_team', what: { team: nameOf(teams, action.assignee_id) } }
    }
    case 'set_priority':
      return {
        kind: action.priority === null ? 'priority_removed' : 'priority',
        what: { priority: action.priority },
      }
    case 'set_status':
      return action.status === SNOOZED
        ? { kind: 'snooze', what: { until: patch.snoozed_until ?? null } }
        : { kind: 'status', what: { status: action.status } }
    case 'add_tags':
      return { kind: 'tags_added', what: { added: action.tags } }
    case 'remove_tags':
      return { kind: 'tags_removed', what: { removed: action.tags } }
    case 'mark_seen':
      return { kind: 'read', what: {} }
    case 'mark_unread':
      return { kind: 'unread', what: {} }
    case 'trash':
      return { kind: 'trash', what: {} }
    case 'mark_spam':
      return { kind: 'spam', what: {} }
    case 'restore':
      return { kind: 'restore', what: {} }
    case 'mark_not_spam':
      return { kind: 'not_spam', what: {} }
    case 'move_inbox':
      return { kind: 'move_inbox', what: { inbox: nameOf(inboxes, action.inbox_id) } }
    case 'follow':
    case 'unfollow':
      return null
  }
}

const nameOf = (named: readonly { id: number; name: string }[], wanted: number) =>
  named.find(({ id }) => id === wanted)?.name ?? ''

/** Whether an agent is done with a conversation after this: it is closed, snoozed, in the trash, or someone else's. */
export function isFinishing(action: BulkAction, my_id: number, statuses: readonly Status[]): boolean {
  switch (action.type) {
    case 'set_status':
      return statuses.some(({ name, category }) => name === action.status && category !== 'open')
    case 'assign_user':
      return action.assignee_id !== null && action.assignee_id !== my_id
    case 'assign_team':
      return action.assignee_id !== null
    case 'trash':
    case 'mark_spam':
      return true
    default:
      return false
  }
}
