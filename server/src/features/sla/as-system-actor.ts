import type { Tx } from '../../db/transaction.ts'
import { getSystemActor } from '../../first-start.ts'

/** The same transaction in the name of the System: nobody breaks a promise by hand, not even who makes it too late. */
export async function asSystemActor(tx: Tx, of?: { policy_id: number | null; policy: string }): Promise<Tx> {
  const why = of && { by: 'sla' as const, reason: 'due' as const, ...of }
  if (tx.actor.kind === 'system') return tx.withActor({ ...tx.actor, ...(why && { why }) })
  return tx.withActor({
    ...(await getSystemActor(tx.db)),
    ...(tx.actor.cause && { cause: tx.actor.cause }),
    ...(why && { why }),
  })
}
