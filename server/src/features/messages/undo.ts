import type { HeldSend } from '@parley/contract/held-sends'
import type { Tx } from '../../db/transact.ts'
import { notFound } from '../../http/errors.ts'
import { releaseJobKey, tellHolder } from './hold.ts'
import { presentHeld } from './present-held.ts'
import { findOwnHeld } from './release.ts'

/** Takes a reply back before it is sent, and answers what it said. Asking again answers the same, for an answer can get lost. */
export async function undoSend(tx: Tx, uuid: string): Promise<HeldSend> {
  const { id } = await findOwnHeld(tx, uuid)
  const undone = await tx.db
    .updateTable('held_sends')
    .set({ undone_at: tx.now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  // Not there any more: it was released between the two looks.
  const held = undone ?? (await findOwnHeld(tx, uuid))
  const [shown] = await presentHeld(tx.db, [held], tx.now)
  if (!shown) throw notFound('Held reply')
  if (undone) {
    await tx.dequeue(releaseJobKey(id))
    await tellHolder(tx, held)
  }
  return shown
}
