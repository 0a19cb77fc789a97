import type { Tx } from '../../db/transaction.ts'
import { getSystemActor } from '../../identity/system-actor.ts'

/** The same transaction acting as the system: a missed target is never attributed to an agent, not even to one who acted too late. */
export async function asSystemActor(tx: Tx, of?: { policy_id: number | null; policy: string }): Promise<Tx> {
  const why = of && { by: 'sla' as const, reason: 'due' as const, ...of }
  if (tx.actor.kind === 'system') return tx.withActor({ ...tx.actor, ...(why && { why }) })
  return tx.withActor({
    ...(await getSystemActor(tx.db)),
    ...(tx.actor.cause && { cause: tx.actor.cause }),
    ...(why && { why }),
  })
}
