import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { decodeCursor, encodeCursor, isValidInstant } from '../../http/requests/pagination.ts'
import { hasAnyKey } from './criteria/index-conditions.ts'
import { timeKeys } from './index/index-keys.ts'

export type IndexKind = 'messages' | 'conversations'
/** Rows of one of the two index tables, and the conversations they belong to. */
export type Search = {
  kind: IndexKind
  /** On the index table `s`; with none, time alone decides. */
  keyConditions: RawBuilder<boolean>[]
  /** On `conversations c`: what the reader may see, and what the query asks of it. */
  conversationConditions: RawBuilder<boolean>[]
  after: Date | null
  before: Date | null
  /** So few rows can hold these keys that they are asked for in all of time at once. */
  isRare: boolean
}
export type HitPosition = { at: Date; id: number }
export type HitReader = {
  /** The next ones, newest first; empty when the walk is at its end or has done its share for one answer. */
  next(count: number): Promise<HitPosition[]>
  /** Everything before this place was looked at; null when nothing is left. */
  stoppedAt(): HitPosition | null
}

const hour = 3_600_000
const day = 24 * hour
/** Older than any mail. */
const maxWindowMs = 60 * 365 * day
/** So many rows are first looked at as they lie, hits or not: where one row in twenty is a hit, they fill a page. */
const sampleRows = 500
const minSampleHits = 10
/** A stretch is as long as should hold so many hits. */
const hitsPerWindow = 200
/** Rows that matched in words and were looked at for one answer. Reading one takes about 5 µs from memory. */
const maxExamined = 12_000
export const indexTables = {
  messages: { table: 'search_messages', id: 'message_id' },
  conversations: { table: 'search_conversations', id: 'conversation_id' },
}

/**
 * Reads hits newest first. The newest rows are simply looked through; that fills a page of a common word. If it does not, it says how many
 * hits there are, and further back the index of words is asked, in stretches of time as long as that density suggests: no stretch of a common
 * word holds millions, and a rare word is looked for in everything after three steps, or at once when it is known to be rare.
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
      // One more look is cheaper than a stretch where it fills the page.
      if (positions.length < minSampleHits)
        windowMs =
          Math.max(hour, (newest?.at ?? position.at).getTime() - position.at.getTime()) *
          windowGrowth(matched)
    }
    return positions
  }

  async function nextWindow(count: number, length: number): Promise<HitPosition[]> {
    const { start, last } = windowStart(position.at, length, search)
    const found = await readWindow(db, search, { start, beyond: position, count })
    examined += found.examined
    // A full answer means more may lie in the same stretch.
    if (found.positions.length === count) position = found.positions.at(-1) ?? position
    else {
      ended = last
      position = { at: start ?? position.at, id: 0 }
      // Thousands of rows in two places without a hit: there are few in all.
      windowMs = examined === 0 ? maxWindowMs : Math.min(maxWindowMs, length * windowGrowth(found.examined))
    }
    return found.positions
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

/** On the hour, as the index knows time; null for "from the very beginning". */
function windowStart(
  until: Date,
  length: number,
  { keyConditions: keys, after }: Search,
): { start: Date | null; last: boolean } {
  const start = new Date(Math.floor((until.getTime() - length) / hour) * hour)
  if (after && start <= after) return { start: after, last: true }
  // Time alone cannot ask for "everything"; a thousand days of nothing are skipped in one step.
  if (length > 1000 * day && keys.length > 0 && !after) return { start: null, last: true }
  return { start, last: start.getTime() < 0 }
}

type Sample = {
  positions: HitPosition[]
  /** How many of the sample hold the words; counted only when they did not fill the page. */
  matched: number
  rows: number
  newest: HitPosition | null
  oldest: HitPosition | null
}

/** In the order of the index by time, which ends as soon as the page is full. */
async function readSample(db: Db, search: Search, position: HitPosition, count: number): Promise<Sample> {
  const { table, id } = indexTables[search.kind]
  const ids = sql.ref(`s.${id}`)
  const rows = (columns: RawBuilder<unknown>) => sql`(select ${columns} from ${sql.table(table)} s
    where (s.created_at, ${ids}) < (${position.at}, ${position.id}) ${search.after ? sql`and s.created_at >= ${search.after}` : sql``}
    order by s.created_at desc, ${ids} desc limit ${sql.lit(sampleRows)}) s`
  const matchesKeys = search.keyConditions.length > 0 ? sql.join(search.keyConditions, sql` and `) : sql`true`
  const { rows: found } = await sql<{
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
  const [row] = found
  const sample = row?.sample
  return {
    positions: positionsOf(row),
    matched: sample?.matched ?? 0,
    rows: sample?.rows ?? 0,
    newest: sample?.newest ? { at: new Date(sample.newest), id: 0 } : null,
    oldest: sample?.oldest ? { at: new Date(sample.oldest), id: sample.last_id } : null,
  }
}

/** A word or two of whoever may see much or little: few texts, and nearly all that is asked. */
const isSimple = ({ keyConditions: keys, conversationConditions: conversation, after }: Search) =>
  keys.length <= 2 && conversation.length <= 2 && !after

function positionsOf(row: { ids: number[] | null; instants: Date[] | null } | undefined): HitPosition[] {
  const instants = row?.instants ?? []
  return (row?.ids ?? []).flatMap((id, n) => {
    const at = instants[n]
    return at ? [{ id, at }] : []
  })
}

/** By the index of words and hours. Adding nothing to the time keeps the planner from reading all rows of the stretch by the other one. */
async function readWindow(
  db: Db,
  { kind, keyConditions: keys, conversationConditions: conversation }: Search,
  { start, beyond: position, count }: { start: Date | null; beyond: HitPosition; count: number },
): Promise<{ examined: number; positions: HitPosition[] }> {
  const { table, id } = indexTables[kind]
  const ids = sql.ref(`s.${id}`)
  const time = sql`(s.created_at + interval '0')`
  // Time first: PostgreSQL walks the index from condition to condition in this order, and would look for a rare word beside a common one
  // in all of time before it asks when (70 ms instead of 3 for one week of 5 million messages).
  const conditions = [
    ...(start
      ? [hasAnyKey(timeKeys(start, new Date(position.at.getTime() + 1))), sql`${time} >= ${start}`]
      : []),
    ...keys,
    sql`(${time}, ${ids}) < (${position.at}, ${position.id})`,
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
  return { examined: rows[0]?.examined ?? 0, positions: positionsOf(rows[0]) }
}

const sortKey = 'search'
export const writePosition = ({ at, id }: HitPosition): string => encodeCursor(sortKey, at.toISOString(), id)
export function readPosition(cursor: string | undefined): HitPosition | null {
  if (!cursor) return null
  const { value, id } = decodeCursor(cursor, sortKey, isValidInstant)
  return { at: new Date(value ?? 0), id }
}
