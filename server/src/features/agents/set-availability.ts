import type { AvailabilityStatus } from '@parley/contract/agents/agent'
import type { Tx } from '../../db/transaction.ts'
import { lockAgent } from './lock-agent.ts'

/** An agent's own availability. Anything but offline also counts as activity, so that the inactivity check leaves them alone. */
export async function setAvailability(tx: Tx, requested: AvailabilityStatus): Promise<void> {
  const id = tx.actor.id
  const before = await lockAgent(tx, id)
  // Clients send `away` only on idleness (docs/spec/wire.md#availability). A client that is behind must not undo what the agent chose elsewhere.
  const status =
    requested === 'away' && isManual(before.availability_status) ? before.availability_status : requested
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

const isManual = (status: AvailabilityStatus) => status === 'away_manual' || status === 'away_and_reassigning'
