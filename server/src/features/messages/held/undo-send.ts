import type { HeldSend } from '@parley/contract/messages/held-sends'
import type { Tx } from '../../../db/transaction.ts'
import { notFound } from '../../../http/errors.ts'
import { recordHeldSendsChanged, releaseJobKey } from './hold-reply.ts'
import { presentHeldSends } from './present-held.ts'
import { getOwnHeld } from './send-held.ts'

/**
 * Undoes a reply before it is sent and returns its content. Repeating the request returns the same, because an answer
 * can get lost.
 */
export async function undoSend(tx: Tx, uuid: string): Promise<HeldSend> {
  const { id } = await getOwnHeld(tx, uuid)
  const undone = await tx.db
    .updateTable('held_sends')
    .set({ undone_at: tx.now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // The row is gone: it was sent between the two queries.
  const held = undone ?? (await getOwnHeld(tx, uuid))
  const [presented] = await presentHeldSends(tx.db, [held], tx.now)
  if (!presented) throw notFound('Held reply')
  if (undone) {
    await tx.dequeue(releaseJobKey(id))
    await recordHeldSendsChanged(tx, held)
  }
  return presented
}
