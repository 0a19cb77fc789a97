import {
  type BulkAction,
  type BulkOutcome,
  bulkPermissions,
} from '@parley/contract/conversations/bulk-actions'
import { assertPermission, lockOpenable, lockVisible } from '../../conversation-access.ts'
import { withSavepoint } from '../../db/savepoint.ts'
import type { Tx } from '../../db/transaction.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { assignTeam, removeTeam } from './assign-team.ts'
import { assignUser, removeUser } from './assign-user.ts'
import { follow, unfollow } from './followers.ts'
import { markRead, markUnread } from './mark-seen.ts'
import { moveToInbox } from './move-to-inbox.ts'
import { setPriority } from './set-priority.ts'
import { setStatus } from './set-status.ts'
import { setTags } from './set-tags.ts'
import { parseSnoozeTime } from './snooze-time.ts'
import { markNotSpam, restoreConversation } from './trash/restore-conversation.ts'
import { trashConversation } from './trash/trash-conversation.ts'

/**
 * Runs the normal verb for each conversation behind its own savepoint, so a refusal leaves no trace and does not affect
 * the others. Everything commits at once, so the idempotency key and the answer stay together. Results come in request
 * order, each conversation once.
 */
export async function changeConversations(
  tx: Tx,
  { uuids, action }: { uuids: string[]; action: BulkAction },
): Promise<BulkOutcome[]> {
  const permission = bulkPermissions[action.type]
  if (permission) assertPermission(tx, permission)
  const requested = [...new Set(uuids)]
  const outcomes = new Map<string, BulkOutcome>()
  for (const uuid of await inLockOrder(tx, requested)) outcomes.set(uuid, await changeOne(tx, uuid, action))
  return requested.map(
    (uuid) => outcomes.get(uuid) ?? { uuid, ok: false, reason: notFound('Conversation').message },
  )
}

/** Locks are taken in id order. Two requests that lock the same conversations in different orders would deadlock. */
async function inLockOrder(tx: Tx, uuids: string[]): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('conversations')
    .select('uuid')
    .where('uuid', 'in', uuids)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.uuid)
}

async function changeOne(tx: Tx, uuid: string, action: BulkAction): Promise<BulkOutcome> {
  const lock = changesHidden(action) ? lockOpenable : lockVisible
  const result = await withSavepoint(tx, async () => applyBulkAction(tx, await lock(tx, uuid), action))
  return result instanceof AppError
    ? { uuid, ok: false, reason: result.message }
    : { uuid, ok: true, reason: null }
}

/** Read marks are kept of conversations in the trash, too. */
const changesHidden = ({ type }: BulkAction): boolean =>
  ['trash', 'restore', 'mark_spam', 'mark_not_spam', 'mark_seen', 'mark_unread'].includes(type)

async function applyBulkAction(tx: Tx, c: ConversationRow, action: BulkAction): Promise<unknown> {
  switch (action.type) {
    case 'assign_user':
      return action.assignee_id === null ? removeUser(tx, c) : assignUser(tx, c, action.assignee_id)
    case 'assign_team':
      return action.assignee_id === null ? removeTeam(tx, c) : assignTeam(tx, c, action.assignee_id)
    case 'set_status': {
      const snoozed_until = parseSnoozeTime(action.snoozed_until, tx.now)
      return setStatus(tx, c, { status: action.status, snoozed_until })
    }
    case 'set_priority':
      return setPriority(tx, c, action.priority)
    case 'add_tags':
      return setTags(tx, c, [...(await listTagNames(tx, c)), ...action.tags])
    case 'remove_tags': {
      const removed = new Set(action.tags.map((name) => name.toLowerCase()))
      return setTags(
        tx,
        c,
        (await listTagNames(tx, c)).filter((name) => !removed.has(name.toLowerCase())),
      )
    }
    case 'mark_seen':
      return markRead(tx, c)
    case 'mark_unread':
      return markUnread(tx, c)
    case 'follow':
      return follow(tx, c)
    case 'unfollow':
      return unfollow(tx, c)
    case 'trash':
      return trashConversation(tx, c, 'deleted')
    case 'restore':
      return restoreConversation(tx, c)
    case 'mark_spam':
      return trashConversation(tx, c, 'spam')
    case 'mark_not_spam':
      return markNotSpam(tx, c)
    case 'move_inbox':
      return moveToInbox(tx, c, action.inbox_id)
  }
}

async function listTagNames(tx: Tx, { id }: ConversationRow): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('conversation_tags as ct')
    .innerJoin('tags as t', 't.id', 'ct.tag_id')
    .select('t.name')
    .where('ct.conversation_id', '=', id)
    .execute()
  return rows.map((row) => row.name)
}
