import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { isInstant, readCursor, writeCursor } from '../../http/list-place.ts'
import { holdsOne } from './conditions.ts'
import { timeKeys } from './keys.ts'

/** Rows of one of the two index tables, and the conversations they belong to. */
export type Search = {
  kind: 'messages' | 'conversations'
  /** On the index table `s`; with none, time alone decides. */
  keys: RawBuilder<boolean>[]
  /** On `conversations c`: what the reader may see, and what the query asks of it. */
  conversation: RawBuilder<boolean>[]
  after: Date | null
  before: Date | null
}
export type Place = { at: Date; id: number }
export type Walk = {
  /** The next ones, newest first; empty when the walk is at its end or has done its share for one answer. */
  next(count: number): Promise<Place[]>
  /** Everything before this place was looked at; null when nothing is left. */
  stoppedAt(): Place | null
}

const hour = 3_600_000
const day = 24 * hour
/** The first stretch holds about so many rows, hits or not: few enough to read them all should all of them match. */
const firstStretch = 3000
/** Rows that matched in words and were looked at for one answer. Reading one takes about 5 µs from memory. */
const share = 12_000
/** Older than any mail. */
const longest = 60 * 365 * day
const tables = {
  messages: { table: 'search_messages', id: 'message_id' },
  conversations: { table: 'search_conversations', id: 'conversation_id' },
}

/**
 * Reads hits newest first in stretches of time. A stretch is as long as the density of hits in the one before it says: short for common
 * words, of which the newest few are wanted out of millions, and everything at once for rare ones.
 */
export async function newestFirst(db: Db, search: Search, from: Place | null, now: Date): Promise<Walk> {
  let until = earlier(from?.at ?? new Date(now.getTime() + day), search.before)
  let beyond = from
  let length = await firstSpan(db, search.kind)
  let examined = 0
  let ended = false

  async function stretch(count: number): Promise<Place[]> {
    const { start, last } = startOf(until, length, search)
    const found = await readStretch(db, search, { start, until, beyond, count })
    examined += found.examined
    // A full answer means more may lie in the same stretch.
    if (found.places.length === count) beyond = found.places.at(-1) ?? null
    else {
      ended = last
      until = start ?? until
      beyond = null
      length = Math.min(longest, length * growth(found.examined))
    }
    return found.places
  }

  return {
    async next(count) {
      const places: Place[] = []
      while (places.length < count && !ended && examined < share)
        places.push(...(await stretch(count - places.length)))
      return places
    },
    stoppedAt: () => (ended ? null : (beyond ?? { at: until, id: 0 })),
  }
}

/**
 * How much longer the next stretch may be, to hold some two thousand matches at most. Where three thousand rows had none, all of several
 * million have about as many.
 */
const growth = (examined: number) =>
  examined === 0 ? Number.POSITIVE_INFINITY : Math.min(64, Math.max(2, 2000 / examined))

const earlier = (a: Date, b: Date | null) => (b && b < a ? b : a)

/** On the hour, as the index knows time; null for "from the very beginning". */
function startOf(
  until: Date,
  length: number,
  { keys, after }: Search,
): { start: Date | null; last: boolean } {
  const start = new Date(Math.floor((until.getTime() - length) / hour) * hour)
  if (after && start <= after) return { start: after, last: true }
  // Time alone cannot ask for "everything"; a thousand days of nothing are skipped in one step.
  if (length > 1000 * day && keys.length > 0 && !after) return { start: null, last: true }
  return { start, last: start.getTime() < 0 }
}

async function readStretch(
  db: Db,
  { kind, keys, conversation }: Search,
  { start, until, beyond, count }: { start: Date | null; until: Date; beyond: Place | null; count: number },
): Promise<{ examined: number; places: Place[] }> {
  const { table, id } = tables[kind]
  const ids = sql.ref(`s.${id}`)
  const conditions = [
    ...keys,
    ...(start ? [holdsOne(timeKeys(start, until)), sql`s.created_at >= ${start}`] : []),
    beyond ? sql`(s.created_at, ${ids}) < (${beyond.at}, ${beyond.id})` : sql`s.created_at < ${until}`,
  ]
  // The second part stops as soon as it has enough: what the reader may not see costs one look by primary key each.
  const { rows } = await sql<{ examined: number; ids: number[] | null; instants: Date[] | null }>`
    with matched as materialized (
      select ${ids} as id, s.conversation_id, s.created_at, row_number() over (order by s.created_at desc, ${ids} desc) as place
      from ${sql.table(table)} s where ${sql.join(conditions, sql` and `)}),
    visible as materialized (
      select matched.id, matched.created_at, matched.place from matched
      cross join lateral (
        select from conversations c where c.id = matched.conversation_id and ${sql.join(conversation, sql` and `)} offset 0) seen
      limit ${count})
    select (select count(*) from matched) as examined, array_agg(id order by place) as ids,
      array_agg(created_at order by place) as instants
    from visible`.execute(db)
  const [row] = rows
  const instants = row?.instants ?? []
  const places = (row?.ids ?? []).flatMap((id, n) => {
    const at = instants[n]
    return at ? [{ id, at }] : []
  })
  return { examined: row?.examined ?? 0, places }
}

/** Spans that were looked up, and when; they change slowly, and only speed depends on them. */
const spans = new WeakMap<Db, Map<string, { at: number; span: number }>>()
const keptFor = 60_000

/** How far back the newest few thousand reach, in ms. */
async function firstSpan(db: Db, kind: Search['kind']): Promise<number> {
  const known = spans.get(db) ?? new Map<string, { at: number; span: number }>()
  spans.set(db, known)
  const last = known.get(kind)
  if (last && performance.now() - last.at < keptFor) return last.span
  const span = await readSpan(db, kind)
  known.set(kind, { at: performance.now(), span })
  return span
}

/** Old mail that was fetched lately must not make it years. */
async function readSpan(db: Db, kind: Search['kind']): Promise<number> {
  const { table, id } = tables[kind]
  const column = sql.ref(id)
  const { rows } = await sql<{ newest: Date; past: Date }>`
    select newest.created_at as newest, past.created_at as past
    from (select ${column} as id, created_at from ${sql.table(table)} order by ${column} desc limit 1) newest
    cross join lateral (
      select created_at from ${sql.table(table)} where ${column} >= newest.id - ${firstStretch} order by ${column} limit 1) past`.execute(
    db,
  )
  const [row] = rows
  return row ? Math.min(60 * day, Math.max(hour, row.newest.getTime() - row.past.getTime())) : day
}

const sort = 'search'
export const writePlace = ({ at, id }: Place): string => writeCursor(sort, at.toISOString(), id)
export function readPlace(cursor: string | undefined): Place | null {
  if (!cursor) return null
  const { value, id } = readCursor(cursor, sort, isInstant)
  return { at: new Date(value ?? 0), id }
}
