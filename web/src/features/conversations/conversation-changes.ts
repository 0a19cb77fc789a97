import type { Agent } from '@parley/contract/agents/agent'
import {
  assignTeam,
  assignUser,
  removeTeam,
  removeUser,
  setPriority,
  setStatus,
  setTags,
  statusRefusal,
} from '@parley/contract/conversations/conversation-verbs'
import type {
  Conversation,
  ConversationShared,
  ConversationSummary,
} from '@parley/contract/conversations/conversations'
import { followConversation, unfollowConversation } from '@parley/contract/conversations/followers'
import { moveToInbox } from '@parley/contract/conversations/move-inbox'
import {
  markNotSpam,
  markSpam,
  restoreConversation,
  trashConversation,
} from '@parley/contract/conversations/trash'
import type { ActionDescription } from '@parley/contract/undo/undo'
import { callForEventId } from '../../api/call.ts'
import { may } from '../../session/permissions.ts'
import { RESOLVED, SNOOZED, type TargetAction } from './target/conversation-target.ts'
import { type DescriptionNames, describeTargetAction } from './target/describe-target-action.ts'
import { type LookupData, optimisticPatch } from './target/optimistic-patch.ts'

/** What the server is asked for, and shown at once; marking as unread shows nothing. */
export type ChangeAction = Exclude<TargetAction, { type: 'mark_unread' }>

/** A change with its request and the optimistic patch to show until the server answers. */
export type Change = {
  patch: Partial<ConversationShared>
  /** Returns the id by which the change can be undone, or null. */
  send: () => Promise<number | null>
  /** What it does, if it can be undone. */
  description?: ActionDescription
  /** Where to return when it is undone. */
  return_to?: string
}

export const changeBy = (
  action: ChangeAction,
  c: Conversation,
  lookups: LookupData & DescriptionNames,
): Change => {
  const patch = optimisticPatch(action, c, lookups)
  const description = describeTargetAction(action, patch, lookups)
  return {
    patch,
    send: () => sendAction(action, c.uuid, patch.tags ?? c.tags),
    ...(description && { description }),
  }
}

/** `tags`: all tags of the conversation once the action has been applied. */
function sendAction(action: ChangeAction, uuid: string, tags: string[]): Promise<number | null> {
  const params = { uuid }
  switch (action.type) {
    case 'assign_user': {
      const { assignee_id } = action
      if (assignee_id === null) return callForEventId(removeUser, { params })
      return callForEventId(assignUser, { params, body: { assignee_id } })
    }
    case 'assign_team': {
      const { assignee_id } = action
      if (assignee_id === null) return callForEventId(removeTeam, { params })
      return callForEventId(assignTeam, { params, body: { assignee_id } })
    }
    case 'set_priority':
      return callForEventId(setPriority, { params, body: { priority: action.priority } })
    case 'set_status': {
      const { status, snoozed_until } = action
      return callForEventId(setStatus, { params, body: { status, ...(snoozed_until && { snoozed_until }) } })
    }
    case 'follow':
      return callForEventId(followConversation, { params })
    case 'unfollow':
      return callForEventId(unfollowConversation, { params })
    case 'trash':
      return callForEventId(trashConversation, { params })
    case 'move_inbox':
      return callForEventId(moveToInbox, { params, body: { inbox_id: action.inbox_id } })
    case 'restore':
      return callForEventId(restoreConversation, { params })
    case 'mark_spam':
      return callForEventId(markSpam, { params })
    case 'mark_not_spam':
      return callForEventId(markNotSpam, { params })
    case 'add_tags':
    case 'remove_tags':
      return callForEventId(setTags, { params, body: { tags } })
  }
}

/** Why this agent can't resolve it, or null. */
export const resolveRefusal = (c: ConversationSummary, me: Agent, now: Date): string | null =>
  statusRefusal(
    c,
    {
      status: RESOLVED,
      category: 'closed',
      snoozed_until: null,
      may_assign_self: may(me, 'conversations:update_user_assignee'),
    },
    now,
  )

/** Why it can't be snoozed until then, or null. */
export const snoozeRefusal = (c: ConversationSummary, until: Date | null, now: Date): string | null =>
  statusRefusal(
    c,
    { status: SNOOZED, category: 'waiting', snoozed_until: until, may_assign_self: false },
    now,
  )
