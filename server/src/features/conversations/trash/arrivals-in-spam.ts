import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'

/** A new conversation that is hidden in the transaction that created it has not arrived yet, as far as rules are concerned. */
export async function insertArrival(tx: Tx, conversation_id: number): Promise<void> {
  await tx.db.insertInto('arrivals_in_spam').values({ conversation_id }).execute()
}

/** Which of these conversations rules have never seen in the lists. */
export async function listArrivals(tx: Tx, conversation_ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.db
    .selectFrom('arrivals_in_spam')
    .select('conversation_id')
    .where('conversation_id', 'in', conversation_ids)
    .execute()
  return new Set(rows.map(({ conversation_id }) => conversation_id))
}

/**
 * Those of these conversations that are in the lists for the first time. Each is returned once, and stays in the lists until this
 * transaction ends.
 */
export async function claimArrivals(tx: Tx, conversation_ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ conversation_id: number }>`
    with arrived as (
      select c.id from conversations c join arrivals_in_spam a on a.conversation_id = c.id
      where c.id = any(${conversation_ids}::bigint[]) and c.deleted_at is null
      order by c.id for no key update of c)
    delete from arrivals_in_spam a using arrived where a.conversation_id = arrived.id returning a.conversation_id`.execute(
    tx.db,
  )
  return new Set(rows.map(({ conversation_id }) => conversation_id))
}
