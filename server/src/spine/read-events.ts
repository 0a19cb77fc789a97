import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { DB } from '../db/schema.ts'

export type Event = Selectable<DB['events']>

/**
 * A position in the spine. Ids commit out of order, so the transaction id comes first: of this server, plus an offset that keeps it above
 * those of servers from which the data came.
 */
export type Position = { xid: string; id: number }

/** Events before this position can be read: every transaction before it has ended, so no event can appear before it any more. */
export const horizon: RawBuilder<string> = sql`(select spine_horizon())`

const eventColumns = sql`e.id, e.xid, e.at, e.type, e.actor_kind, e.actor_id, e.conversation_id, e.message_id, e.object_type, e.object_id,
  e.access_before, e.access_after, e.changes, e.data, e.cause_id, e.depth`

/** The next events after a position, in order, from transactions below the horizon. */
export async function readEvents(db: Db, after: Position, limit: number): Promise<Event[]> {
  const { rows } = await sql<Event>`${prepared}
    select ${eventColumns} from read_events(${after.xid}::xid8, ${after.id}, ${limit}) e`.execute(db)
  return rows
}

/** The same after the position of a consumer; none if it is new. */
export async function readEventsOf(db: Db, consumer: string, limit: number): Promise<Event[]> {
  const { rows } = await sql<Event>`${prepared}
    select ${eventColumns} from event_consumers c, read_events(c.xid, c.id, ${limit}) e where c.name = ${consumer}`.execute(
    db,
  )
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
    select ${xid}::xid8 >= spine_position(pg_snapshot_xmax(pg_current_snapshot())) as is`.execute(db)
  return rows[0]?.is === true
}

export const positionOf = (event: Event): Position => ({ xid: String(event.xid), id: event.id })

export const isAfter = (event: Event, position: Position): boolean => {
  const [xid, other] = [BigInt(String(event.xid)), BigInt(position.xid)]
  return xid > other || (xid === other && event.id > position.id)
}
