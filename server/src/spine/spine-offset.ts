import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/**
 * Makes new events come after all that there are, and after every consumer's position: transaction ids of this server may be lower than
 * those of the one that the data came from. Call it at a start, before anything records an event.
 */
export async function raiseSpineOffset(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ last: string | null; next: string; offset: string }>`
      select greatest((select max(xid) from events), (select max(xid) from event_consumers))::text as last,
        spine_position(pg_snapshot_xmax(pg_current_snapshot()))::text as next, spine_offset()::text as offset`.execute(
      trx,
    )
    const { last = null, next = '0', offset = '0' } = rows[0] ?? {}
    if (last === null || BigInt(last) < BigInt(next)) return
    const raised = BigInt(offset) + BigInt(last) - BigInt(next) + 1n
    await sql`create or replace function spine_offset() returns bigint language sql immutable parallel safe
      return ${sql.raw(`${raised}::bigint`)}`.execute(trx)
    // Plans have the offset as a constant. They are made again when a function that they contain is replaced, even by itself.
    await sql`do $$ begin execute pg_get_functiondef('spine_position(xid8)'::regprocedure); end $$`.execute(
      trx,
    )
  })
}
