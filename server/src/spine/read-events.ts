import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { DB } from '../db/schema.ts'

export type Event = Selectable<DB['events']>

/** A position in the spine. Ids commit out of order, so the transaction id comes first. */
export type Position = { xid: string; id: number }

/**
 * The id of the oldest transaction that was running in this database when the statement began, or of the next one to start. Every
 * transaction before it has ended, so no event can appear before it any more. PostgreSQL's own `pg_snapshot_xmin` counts transactions in
 * all databases of the server; this leaves out those that run in another one, which any role may see. It leaves out the others' instead of
 * looking for ours, because one of ours that ended while the statement ran is no longer listed, and its events aren't visible yet.
 */
export const horizon: RawBuilder<string> = sql`(
  select least(min(running), pg_current_xact_id_if_assigned(), pg_snapshot_xmax(pg_current_snapshot()))
  from pg_snapshot_xip(pg_current_snapshot()) running
  where not exists (
    select from pg_stat_activity where backend_xid = running::xid and datname <> current_database()))`

/** The next events after a position, in order, from transactions below the horizon. */
export async function readEvents(db: Db, after: Position, limit: number): Promise<Event[]> {
  // Prepared, because planning over all partitions takes longer than reading: 2.7 ms instead of 0.6 over 39 of them. The limit is a
  // literal, because with a parameter PostgreSQL assumes a tenth of all events and never keeps a generic plan that seems so expensive.
  const { rows } = await sql<Event>`${prepared}
    select id, xid, at, type, actor_kind, actor_id, conversation_id, message_id, object_type, object_id, access_before, access_after, changes,
      data, cause_id, depth
    from events
    where (xid, id) > (${after.xid}::xid8, ${after.id}) and xid < ${horizon}
    order by xid, id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** The position of the newest event that can be read. */
export async function getEndPosition(db: Db): Promise<Position> {
  // The column is qualified: a bare "order by xid" would refer to the text in the select list, and 999 would sort after 1000.
  const { rows } = await sql<{ xid: string; id: number }>`
    select e.xid::text, e.id from events e where e.xid < ${horizon}
    order by e.xid desc, e.id desc limit 1`.execute(db)
  return rows[0] ?? { xid: '0', id: 0 }
}

/** Whether the position belongs to a transaction that has not started yet. */
export async function isFuturePosition(db: Db, { xid }: Position): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${xid}::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) as is`.execute(db)
  return rows[0]?.is === true
}

export const positionOf = (event: Event): Position => ({ xid: String(event.xid), id: event.id })

export const isAfter = (event: Event, position: Position): boolean => {
  const [xid, other] = [BigInt(String(event.xid)), BigInt(position.xid)]
  return xid > other || (xid === other && event.id > position.id)
}
