import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'

/** The number that the actor's next provider will have: the same one until it is used, so that a form that is opened again shows no other. */
export async function reserveProviderId(tx: Tx): Promise<number> {
  const agent_id = tx.actor.id
  const findReservation = () =>
    tx.db
      .selectFrom('oidc_reservations')
      .select('provider_id')
      .where('agent_id', '=', agent_id)
      .executeTakeFirst()
  const found = await findReservation()
  if (found) return found.provider_id
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
  if (!reserved) throw new Error('A reservation went away while it was made')
  return reserved.provider_id
}

/** Only for whom it was reserved, and once: a number that a deleted provider had leads to nobody again. */
export async function consumeReservation(tx: Tx, provider_id: number): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('oidc_reservations')
    .where('agent_id', '=', tx.actor.id)
    .where('provider_id', '=', provider_id)
    .executeTakeFirst()
  if (numDeletedRows === 0n)
    throw conflict('This redirect URI is no longer reserved for you. Reload the page to get a new one')
}
