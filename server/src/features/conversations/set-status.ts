import { statusRefusal } from '@parley/contract/conversations/conversation-verbs'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { closedStatusId, resolvedStatusId, snoozedStatusId } from '../statuses/default-status-ids.ts'
import { assignUser } from './assign-user.ts'
import { insertActivity } from './timeline/insert-message.ts'
import { updateConversation } from './update-conversation.ts'
import { wakeJobKey } from './wake-conversation.ts'

/**
 * Every status change someone requests, snoozing included. Setting the current status changes nothing, except that
 * Snoozed accepts a new time. Resolving an unassigned conversation assigns it to the person who resolves it
 * (docs/spec/product-decisions.md#active-conversations).
 */
export async function setStatus(
  tx: Tx,
  current: ConversationRow,
  { status, snoozed_until = null }: { status: string; snoozed_until?: Date | null },
): Promise<ConversationRow> {
  const next = await getAllowedStatus(tx, current, { status, snoozed_until })
  const isSameStatus = next.id === current.status_id
  if (isSameStatus && (next.id !== snoozedStatusId || sameInstant(current.snoozed_until, snoozed_until)))
    return current

  const isPerson = tx.actor.kind === 'agent' || tx.actor.kind === 'api_key'
  const c =
    next.id === resolvedStatusId && current.assigned_user_id === null && isPerson
      ? await assignUser(tx, current, tx.actor.id)
      : current
  return changeStatus(tx, c, next, snoozed_until)
}

/** Changes the status without applying the rules of a request. Undo restores an unassigned resolved conversation as it was. */
export async function changeStatus(
  tx: Tx,
  c: ConversationRow,
  next: Selectable<DB['statuses']>,
  snoozed_until: Date | null,
): Promise<ConversationRow> {
  const after = await updateConversation(tx, c, {
    status_id: next.id,
    status_category: next.category,
    snoozed_until: next.id === snoozedStatusId ? snoozed_until : null,
    // Set once and never cleared (docs/spec/wire.md#status-changes).
    ...(next.category === 'closed' && !c.resolved_at && { resolved_at: tx.now }),
    ...(next.id === closedStatusId && !c.closed_at && { closed_at: tx.now }),
  })
  if (after.snoozed_until)
    await tx.enqueue(
      'wake_conversation',
      { id: c.id },
      { run_at: after.snoozed_until, key: wakeJobKey(c.id) },
    )
  else if (c.snoozed_until) await tx.dequeue(wakeJobKey(c.id))

  const message_id = await insertActivity(
    tx,
    after,
    after.snoozed_until
      ? { type: 'snoozed', data: { until: after.snoozed_until.toISOString() } }
      : { type: 'status_changed', data: { status: next.name } },
  )
  await tx.record({
    type: after.snoozed_until ? 'conversation.snoozed' : 'conversation.status_changed',
    conversation: { before: c, after },
    message_ids: [message_id],
  })
  return after
}

const sameInstant = (a: Date | null, b: Date | null) => a?.getTime() === b?.getTime()

/** The status with this name, if the conversation may take it now. Throws the refusal otherwise. */
export async function getAllowedStatus(
  tx: Tx,
  c: ConversationRow,
  { status, snoozed_until }: { status: string; snoozed_until: Date | null },
): Promise<Selectable<DB['statuses']>> {
  const next = await tx.db
    .selectFrom('statuses')
    .selectAll()
    .where((eb) => eb(eb.fn('lower', ['name']), '=', status.toLowerCase()))
    .executeTakeFirst()
  if (!next) throw invalid('status', `There is no status "${status}"`)

  const mayAssignSelf =
    tx.actor.kind !== 'contact' && tx.actor.permissions.has('conversations:update_user_assignee')
  const reason = statusRefusal(
    { assigned_user_id: c.assigned_user_id, status: next.name },
    { status: next.name, category: next.category, snoozed_until, may_assign_self: mayAssignSelf },
    tx.now,
  )
  if (reason) throw invalid(next.id === snoozedStatusId ? 'snoozed_until' : 'status', reason)
  return next
}
