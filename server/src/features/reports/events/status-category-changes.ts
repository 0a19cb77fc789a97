import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'

/** An administrator changed the category of a status: its conversations become closed or open without events of their own. */
export function isCategoryChange({ type, changes }: Pick<Event, 'type' | 'changes'>): boolean {
  const [before, after] = categoryOf(changes)
  return type === 'status.changed' && before !== after && (before === 'closed' || after === 'closed')
}

/** Yields events as if each conversation had been closed or opened manually at that time, in batches. */
export async function* expandCategoryChange(db: Db, event: Event): AsyncGenerator<Event[]> {
  const ids = await listAffectedConversations(db, event)
  for (let at = 0; at < ids.length; at += 500)
    yield await toConversationEvents(db, event, ids.slice(at, at + 500))
}

/**
 * Conversations that had the status at that time, even though the consumer runs later: those that have it now, and those that left it
 * since.
 */
async function listAffectedConversations(db: Db, { id, at, object_id }: Event): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with candidates as (
      select id from conversations where status_id = ${object_id}
      union
      select conversation_id from events where at > ${at}::timestamptz - interval '1 day' and id > ${id}
        and conversation_id is not null and (changes->'status_id'->>0)::bigint = ${object_id}
    )
    select id from candidates c
    where (
      select (e.changes->'status_id'->>1)::bigint from events e
      where e.conversation_id = c.id and e.id < ${id} and jsonb_exists(e.changes, 'status_id') order by e.id desc limit 1
    ) = ${object_id} order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** With the access keys that each conversation had then. */
async function toConversationEvents(db: Db, event: Event, ids: readonly number[]): Promise<Event[]> {
  const [before, after] = categoryOf(event.changes)
  const { rows } = await sql<Pick<Event, 'conversation_id' | 'access_after'>>`
    select c.id as conversation_id, last.access_after
    from unnest(${[...ids]}::bigint[]) c (id) cross join lateral (
      select e.access_after from events e
      where e.conversation_id = c.id and e.id < ${event.id} and e.access_after is not null order by e.id desc limit 1
    ) last`.execute(db)
  return rows.map((row) => ({ ...event, ...row, changes: { status_category: [before, after] } }))
}

type Pair = [before: string | null, after: string | null]
const categoryOf = (changes: Event['changes']): Pair =>
  (changes as { category?: Pair }).category ?? [null, null] // as spine/changed-fields.ts computes them
