import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'

/** The id that the actor's next provider will have. It stays the same until used, so that reopening the form shows the same redirect URI. */
export async function reserveProviderId(tx: Tx): Promise<number> {
  const agent_id = tx.actor.id
  const findReservation = () =>
    tx.db
      .selectFrom('oidc_reservations')
      .select('provider_id')
      .where('agent_id', '=', agent_id)
      .executeTakeFirst()
  const reservation = await findReservation()
  if (reservation) return reservation.provider_id
  await tx.db
    .insertInto('oidc_reservations')
    .values({
      agent_id,
      provider_id: sql<number>`nextval(pg_get_serial_sequence('oidc_providers', 'id'))`,
      created_at: tx.now,
    })
    .onConflict((row) => row.column('agent_id').doNothing())
    .execute()
  const reserved = await findReservation()
  if (!reserved) throw new Error('The reservation disappeared while it was being created')
  return reserved.provider_id
}

/** Only for the agent who reserved it, and once: ids of deleted providers are never reused. */
export async function consumeReservation(tx: Tx, provider_id: number): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('oidc_reservations')
    .where('agent_id', '=', tx.actor.id)
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n)
    throw conflict('This redirect URI is no longer reserved for you. Reload the page to get a new one')
}
