import type { UndoneAction, UndoOutcome } from '@parley/contract/undo/undo'
import { sql } from 'kysely'
import { assertPermission, lockVisible } from '../../conversation-access.ts'
import { withSavepoint } from '../../db/savepoint.ts'
import type { Tx } from '../../db/transaction.ts'
import { AppError, conflict } from '../../http/errors.ts'
import type { Event } from '../../spine/read-events.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { assertUnchanged, explainChange } from './changed-since.ts'
import { presentAction } from './describe-action.ts'
import { type Action, findLastAction, getAction } from './find-action.ts'
import { ChangedSince, inverses } from './inverses.ts'

/**
 * Undoes one of the caller's actions, by default the last one: each conversation behind its own savepoint, so that
 * those which others have changed since are refused and the rest is restored. Undoing an undo redoes the action.
 */
export async function undoAction(tx: Tx, id: number | undefined): Promise<UndoneAction> {
  const action =
    id === undefined
      ? await findLastAction(tx.db, tx.actor, tx.now)
      : await getAction(tx.db, tx.actor, id, tx.now)
  if (!action) throw conflict('There is nothing to undo')
  await claim(tx, action)
  const presented = await presentAction(tx.db, action)
  const undoing = tx.withActor({ ...tx.actor, undoes: { id: action.id, is_redo: action.is_undo } })
  const outcomes: UndoOutcome[] = []
  // In id order, as everything that locks several conversations.
  for (const conversation of await listConversations(tx, action))
    outcomes.push(await undoOne(undoing, conversation, action))
  const redo_id = tx.firstEvent.id
  if (redo_id !== null)
    await tx.db
      .updateTable('undo_attempts')
      .set({ undo_event_id: redo_id })
      .where('at', '=', action.at)
      .where('xid', '=', action.xid)
      .execute()
  return { ...presented, outcomes, redo_id }
}

/**
 * Two requests compete for this row: the second one waits for the first and is refused. An action of which nothing could
 * be undone can be tried again by its id; undo without an id goes on to the one before it.
 */
async function claim(tx: Tx, { at, xid }: Action): Promise<void> {
  await deleteOldAttempts(tx)
  const claimed = await tx.db
    .insertInto('undo_attempts')
    .values({ at, xid, agent_id: tx.actor.id, attempted_at: tx.now })
    .onConflict((conflict) =>
      conflict
        .columns(['at', 'xid'])
        .doUpdateSet({ attempted_at: tx.now })
        .where('undo_attempts.undo_event_id', 'is', null),
    )
    .returning('agent_id')
    .executeTakeFirst()
  if (!claimed) throw conflict('This was already undone')
}

/** Two hours are more than an action can be undone. Skips what another request is deleting. */
const deleteOldAttempts = (tx: Tx) =>
  sql`
    delete from undo_attempts where (at, xid) in (
      select at, xid from undo_attempts where at < ${new Date(tx.now.getTime() - 2 * 3_600_000)}
      order by at, xid limit 100 for update skip locked)`.execute(tx.db)

type Conversation = Pick<ConversationRow, 'id' | 'uuid' | 'reference_number'>

async function listConversations(tx: Tx, { events }: Action): Promise<Conversation[]> {
  const ids = events.flatMap(({ conversation_id }) => conversation_id ?? [])
  return tx.db
    .selectFrom('conversations')
    .select(['id', 'uuid', 'reference_number'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

async function undoOne(
  tx: Tx,
  { id, uuid, reference_number }: Conversation,
  action: Action,
): Promise<UndoOutcome> {
  // Backwards, because each event builds on the ones before it.
  const events = action.events.filter((event) => event.conversation_id === id).reverse()
  const result = await withSavepoint(tx, async () => {
    const lock = events.map((event) => inverses[event.type]?.lock).find((one) => one !== undefined)
    let c = await (lock ?? lockVisible)(tx, uuid)
    for (const event of events) c = await undoEvent(tx, c, event, action.events)
  })
  if (!(result instanceof AppError)) return { uuid, ok: true, reason: null, reference_number }
  const isHidden = result.status === 404
  return { uuid, ok: false, reason: result.message, reference_number: isHidden ? null : reference_number }
}

async function undoEvent(
  tx: Tx,
  c: ConversationRow,
  event: Event,
  action_events: readonly Event[],
): Promise<ConversationRow> {
  const inverse = inverses[event.type]
  if (!inverse) return c
  if (inverse.permission) assertPermission(tx, inverse.permission)
  try {
    assertUnchanged(c, event, inverse)
    return await inverse.restore(tx, c, event)
  } catch (error) {
    throw error instanceof ChangedSince ? await explainChange(tx, c, action_events, error) : error
  }
}
