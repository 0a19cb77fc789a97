import type { AvailabilityStatus } from '@parley/contract/people'
import type { Tx } from '../../db/transact.ts'
import { lockAgent } from './lock.ts'

/** What agents say of themselves. Saying anything but offline is activity too, so that the sweep leaves them be. */
export async function setAvailability(tx: Tx, status: AvailabilityStatus): Promise<void> {
  const id = tx.actor.id
  const before = await lockAgent(tx, id)
  await tx.db
    .updateTable('agents')
    .set({
      availability_status: status,
      ...(status !== 'offline' && { last_active_at: tx.now }),
      ...(status !== before.availability_status && { updated_at: tx.now }),
    })
    .where('id', '=', id)
    .execute()
  if (status === before.availability_status) return
  await tx.record({
    type: 'agent.availability_changed',
    object: { type: 'agent', id },
    changes: { availability_status: [before.availability_status, status] },
  })
}
