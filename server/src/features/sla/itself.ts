import { systemActor } from '../../actor.ts'
import type { Tx } from '../../db/transact.ts'

/** The same transaction in the name of the System: nobody breaks a promise by hand, not even who makes it too late. */
export async function asItself(tx: Tx, of?: { policy_id: number | null; policy: string }): Promise<Tx> {
  const why = of && { by: 'sla' as const, reason: 'due' as const, ...of }
  if (tx.actor.kind === 'system') return tx.as({ ...tx.actor, ...(why && { why }) })
  const system = await tx.db
    .selectFrom('agents')
    .select('id')
    .where('is_system', '=', true)
    .executeTakeFirstOrThrow()
  return tx.as({
    ...systemActor(system.id),
    ...(tx.actor.cause && { cause: tx.actor.cause }),
    ...(why && { why }),
  })
}
