import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { decodeCursor, encodeCursor, isValidInstant } from '../../http/requests/pagination.ts'
import { timeKeys } from '../../search-index/index-keys.ts'
import { hasAnyKey } from './criteria/index-conditions.ts'

export type IndexKind = 'messages' | 'conversations'
/** A search on one of the two index tables and their conversations. */
export type Search = {
  kind: IndexKind
  /** Conditions on the index table `s`; if empty, only time matters. */
  keyConditions: RawBuilder<boolean>[]
  /** Conditions on `conversations c`: what the reader may see, and what the query requires. */
  conversationConditions: RawBuilder<boolean>[]
  after: Date | null
  before: Date | null
  /** Few rows can contain these keys, so all of time is searched at once. */
  isRare: boolean
}
export type HitPosition = { at: Date; id: number }
export type HitReader = {
  /** The next hits, newest first. Empty at the end, or when this request has examined its share. */
  next(count: number): Promise<HitPosition[]>
  /** Everything newer than this position has been searched; null when nothing is left. */
  stoppedAt(): HitPosition | null
}

const hour = 3_600_000
const day = 24 * hour
/** Older than any email. */
const maxWindowMs = 60 * 365 * day
/** The first rows are scanned in time order, hits or not. They fill a page if one row in twenty is a hit. */
const sampleRows = 500
const minSampleHits = 10
/** A time window is sized to contain about this many hits. */
const hitsPerWindow = 200
/**
 * Maximum number of rows that match the keys and are examined per request. Reading one takes about 5 µs from memory.
 */
const maxExamined = 12_000
export const indexTables = {
  messages: { table: 'search_messages', id: 'message_id' },
  conversations: { table: 'search_conversations', id: 'conversation_id' },
}

/**
 * Reads hits newest first. It starts by scanning the newest rows, which fills a page for a common word. If it does not,
 * the scan shows the density of hits. Further back the key index is searched in time windows sized by that density: no
 * window of a common word contains millions of rows, and a rare word reaches all of time after three steps, or
 * immediately if it is known to be rare.
 */
export function searchNewestFirst(db: Db, search: Search, from: HitPosition | null, now: Date): HitReader {
  let position = from ?? { at: earlierOf(new Date(now.getTime() + day), search.before), id: 0 }
  let windowMs: number | null = search.isRare ? maxWindowMs : null
  let examined = 0
  let ended = false

  async function nextSample(count: number): Promise<HitPosition[]> {
    const { positions, matched, newest, oldest, rows } = await readSample(db, search, position, count)
    if (positions.length === count) position = positions.at(-1) ?? position
    else {
      examined += matched
      ended = rows < sampleRows || oldest === null
      position = oldest ?? position
      // If another sample fills the page, it is cheaper than a window.
      if (positions.length < minSampleHits)
        windowMs =
          Math.max(hour, (newest?.at ?? position.at).getTime() - position.at.getTime()) *
          windowGrowth(matched)
    }
    return positions
  }

  async function nextWindow(count: number, length: number): Promise<HitPosition[]> {
    const { start, last } = windowStart(position.at, length, search)
    const hits = await readWindow(db, search, { start, position, count })
    examined += hits.examined
    // A full result means there may be more in the same window.
    if (hits.positions.length === count) position = hits.positions.at(-1) ?? position
    else {
      ended = last
      position = { at: start ?? position.at, id: 0 }
      // Thousands of rows in two windows without a hit: there are few in total.
      windowMs = examined === 0 ? maxWindowMs : Math.min(maxWindowMs, length * windowGrowth(hits.examined))
    }
    return hits.positions
  }

  return {
    async next(count) {
      const positions: HitPosition[] = []
      while (positions.length < count && !ended && examined < maxExamined) {
        const remaining = count - positions.length
        positions.push(
          ...(windowMs === null ? await nextSample(remaining) : await nextWindow(remaining, windowMs)),
        )
      }
      return positions
    },
    stoppedAt: () => (ended ? null : position),
  }
}

const windowGrowth = (matched: number) => Math.min(64, Math.max(2, hitsPerWindow / Math.max(1, matched)))

const earlierOf = (a: Date, b: Date | null) => (b && b < a ? b : a)

/** On the hour, because the index stores hours; null for "from the beginning". */
function windowStart(
  until: Date,
  length: number,
  { keyConditions, after }: Search,
): { start: Date | null; last: boolean } {
  const start = new Date(Math.floor((until.getTime() - length) / hour) * hour)
  if (after && start <= after) return { start: after, last: true }
  // Without keys, time alone cannot select "everything". A thousand empty days are skipped in one step.
  if (length > 1000 * day && keyConditions.length > 0 && !after) return { start: null, last: true }
  return { start, last: start.getTime() < 0 }
}

type Sample = {
  positions: HitPosition[]
  /** Rows of the sample that match the keys; counted only if they did not fill the page. */
  matched: number
  rows: number
  newest: HitPosition | null
  oldest: HitPosition | null
}

/** Scans the time index, stopping as soon as the page is full. */
async function readSample(db: Db, search: Search, position: HitPosition, count: number): Promise<Sample> {
  const { table, id } = indexTables[search.kind]
  const ids = sql.ref(`s.${id}`)
  const rows = (columns: RawBuilder<unknown>) => sql`(select ${columns} from ${sql.table(table)} s
    where (s.created_at, ${ids}) < (${position.at}, ${position.id}) ${search.after ? sql`and s.created_at >= ${search.after}` : sql``}
    order by s.created_at desc, ${ids} desc limit ${sql.lit(sampleRows)}) s`
  const matchesKeys = search.keyConditions.length > 0 ? sql.join(search.keyConditions, sql` and `) : sql`true`
  const { rows: resultRows } = await sql<{
    ids: number[] | null
    instants: Date[] | null
    sample: { matched: number; rows: number; newest: string; oldest: string; last_id: number } | null
  }>`${isSimple(search) ? prepared : sql``}
    with visible as materialized (
      select s.id, s.created_at from ${rows(sql`${ids} as id, s.conversation_id, s.created_at, s.keys`)}
      cross join lateral (select from conversations c where c.id = s.conversation_id and ${sql.join(search.conversationConditions, sql` and `)} offset 0) seen
      where ${matchesKeys} limit ${count})
    select array_agg(id order by created_at desc, id desc) as ids, array_agg(created_at order by created_at desc, id desc) as instants,
      case when count(*) < ${count} then (
        select json_build_object('matched', count(*) filter (where ${matchesKeys}), 'rows', count(*), 'newest', max(s.created_at),
          'oldest', min(s.created_at), 'last_id', (array_agg(s.id order by s.created_at, s.id))[1])
        from ${rows(sql`${ids} as id, s.created_at, s.keys`)}) end as sample
    from visible`.execute(db)
  const [row] = resultRows
  const sample = row?.sample
  return {
    positions: positionsOf(row),
    matched: sample?.matched ?? 0,
    rows: sample?.rows ?? 0,
    newest: sample?.newest ? { at: new Date(sample.newest), id: 0 } : null,
    oldest: sample?.oldest ? { at: new Date(sample.oldest), id: sample.last_id } : null,
  }
}

/** One or two words and a simple visibility rule: few different statements, and nearly all requests. */
const isSimple = ({ keyConditions, conversationConditions, after }: Search) =>
  keyConditions.length <= 2 && conversationConditions.length <= 2 && !after

function positionsOf(row: { ids: number[] | null; instants: Date[] | null } | undefined): HitPosition[] {
  const instants = row?.instants ?? []
  return (row?.ids ?? []).flatMap((id, n) => {
    const at = instants[n]
    return at ? [{ id, at }] : []
  })
}

/**
 * Uses the index of keys and hours. `+ interval '0'` stops the planner from scanning all rows of the window by the time
 * index.
 */
async function readWindow(
  db: Db,
  { kind, keyConditions, conversationConditions }: Search,
  { start, position, count }: { start: Date | null; position: HitPosition; count: number },
): Promise<{ examined: number; positions: HitPosition[] }> {
  const { table, id } = indexTables[kind]
  const ids = sql.ref(`s.${id}`)
  const time = sql`(s.created_at + interval '0')`
  // Time first: PostgreSQL walks the index condition by condition in this order. Otherwise it would intersect a rare
  // with a common word over all of time before it restricts the time (70 ms instead of 3 for one week of 5 million
  // messages).
  const conditions = [
    ...(start
      ? [hasAnyKey(timeKeys(start, new Date(position.at.getTime() + 1))), sql`${time} >= ${start}`]
      : []),
    ...keyConditions,
    sql`(${time}, ${ids}) < (${position.at}, ${position.id})`,
  ]
  // The second part stops as soon as it has enough rows. Each row the reader may not see costs one primary-key lookup.
  const { rows } = await sql<{ examined: number; ids: number[] | null; instants: Date[] | null }>`
    with matched as materialized (
      select ${ids} as id, s.conversation_id, s.created_at, row_number() over (order by s.created_at desc, ${ids} desc) as ord
      from ${sql.table(table)} s where ${sql.join(conditions, sql` and `)}),
    visible as materialized (
      select matched.id, matched.created_at, matched.ord from matched
      cross join lateral (
        select from conversations c where c.id = matched.conversation_id and ${sql.join(conversationConditions, sql` and `)} offset 0) seen
      limit ${count})
    select (select count(*) from matched) as examined, array_agg(id order by ord) as ids,
      array_agg(created_at order by ord) as instants
    from visible`.execute(db)
  return { examined: rows[0]?.examined ?? 0, positions: positionsOf(rows[0]) }
}

const sortKey = 'search'
export const writePosition = ({ at, id }: HitPosition): string => encodeCursor(sortKey, at.toISOString(), id)
export function readPosition(cursor: string | undefined): HitPosition | null {
  if (!cursor) return null
  const { value, id } = decodeCursor(cursor, sortKey, isValidInstant)
  return { at: new Date(value ?? 0), id }
}
