import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { isInstant, readCursor, writeCursor } from '../../http/list-place.ts'
import { holdsOne } from './conditions.ts'
import { timeKeys } from './keys.ts'

export type IndexKind = 'messages' | 'conversations'
/** Rows of one of the two index tables, and the conversations they belong to. */
export type Search = {
  kind: IndexKind
  /** On the index table `s`; with none, time alone decides. */
  keys: RawBuilder<boolean>[]
  /** On `conversations c`: what the reader may see, and what the query asks of it. */
  conversation: RawBuilder<boolean>[]
  after: Date | null
  before: Date | null
  /** So few rows can hold these keys that they are asked for in all of time at once. */
  few: boolean
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
/** Older than any mail. */
const longest = 60 * 365 * day
/** So many rows are first looked at as they lie, hits or not: where one row in twenty is a hit, they fill a page. */
const sampleRows = 500
const worthAnotherLook = 10
/** A stretch is as long as should hold so many hits. */
const hitsOfStretch = 200
/** Rows that matched in words and were looked at for one answer. Reading one takes about 5 µs from memory. */
const share = 12_000
export const tables = {
  messages: { table: 'search_messages', id: 'message_id' },
  conversations: { table: 'search_conversations', id: 'conversation_id' },
}

/**
 * Reads hits newest first. The newest rows are simply looked through; that fills a page of a common word. If it does not, it says how many
 * hits there are, and further back the index of words is asked, in stretches of time as long as that density suggests: no stretch of a common
 * word holds millions, and a rare word is looked for in everything after three steps, or at once when it is known to be rare.
 */
export function newestFirst(db: Db, search: Search, from: Place | null, now: Date): Walk {
  let beyond = from ?? { at: earlier(new Date(now.getTime() + day), search.before), id: 0 }
  let length: number | null = search.few ? longest : null
  let examined = 0
  let ended = false

  async function sample(count: number): Promise<Place[]> {
    const { places, matched, newest, oldest, rows } = await readSample(db, search, beyond, count)
    if (places.length === count) beyond = places.at(-1) ?? beyond
    else {
      examined += matched
      ended = rows < sampleRows || oldest === null
      beyond = oldest ?? beyond
      // One more look is cheaper than a stretch where it fills the page.
      if (places.length < worthAnotherLook)
        length = Math.max(hour, (newest?.at ?? beyond.at).getTime() - beyond.at.getTime()) * growth(matched)
    }
    return places
  }

  async function stretch(count: number, wanted: number): Promise<Place[]> {
    const { start, last } = startOf(beyond.at, wanted, search)
    const found = await readStretch(db, search, { start, beyond, count })
    examined += found.examined
    // A full answer means more may lie in the same stretch.
    if (found.places.length === count) beyond = found.places.at(-1) ?? beyond
    else {
      ended = last
      beyond = { at: start ?? beyond.at, id: 0 }
      // Thousands of rows in two places without a hit: there are few in all.
      length = examined === 0 ? longest : Math.min(longest, wanted * growth(found.examined))
    }
    return found.places
  }

  return {
    async next(count) {
      const places: Place[] = []
      while (places.length < count && !ended && examined < share) {
        const rest = count - places.length
        places.push(...(length === null ? await sample(rest) : await stretch(rest, length)))
      }
      return places
    },
    stoppedAt: () => (ended ? null : beyond),
  }
}

const growth = (matched: number) => Math.min(64, Math.max(2, hitsOfStretch / Math.max(1, matched)))

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

type Sample = {
  places: Place[]
  /** How many of the sample hold the words; counted only when they did not fill the page. */
  matched: number
  rows: number
  newest: Place | null
  oldest: Place | null
}

/** In the order of the index by time, which ends as soon as the page is full. */
async function readSample(db: Db, search: Search, beyond: Place, count: number): Promise<Sample> {
  const { table, id } = tables[search.kind]
  const ids = sql.ref(`s.${id}`)
  const rows = (columns: RawBuilder<unknown>) => sql`(select ${columns} from ${sql.table(table)} s
    where (s.created_at, ${ids}) < (${beyond.at}, ${beyond.id}) ${search.after ? sql`and s.created_at >= ${search.after}` : sql``}
    order by s.created_at desc, ${ids} desc limit ${sql.lit(sampleRows)}) s`
  const holding = search.keys.length > 0 ? sql.join(search.keys, sql` and `) : sql`true`
  const { rows: found } = await sql<{
    ids: number[] | null
    instants: Date[] | null
    sample: { matched: number; rows: number; newest: string; oldest: string; last_id: number } | null
  }>`${isPlain(search) ? often : sql``}
    with visible as materialized (
      select s.id, s.created_at from ${rows(sql`${ids} as id, s.conversation_id, s.created_at, s.keys`)}
      cross join lateral (select from conversations c where c.id = s.conversation_id and ${sql.join(search.conversation, sql` and `)} offset 0) seen
      where ${holding} limit ${count})
    select array_agg(id order by created_at desc, id desc) as ids, array_agg(created_at order by created_at desc, id desc) as instants,
      case when count(*) < ${count} then (
        select json_build_object('matched', count(*) filter (where ${holding}), 'rows', count(*), 'newest', max(s.created_at),
          'oldest', min(s.created_at), 'last_id', (array_agg(s.id order by s.created_at, s.id))[1])
        from ${rows(sql`${ids} as id, s.created_at, s.keys`)}) end as sample
    from visible`.execute(db)
  const [row] = found
  const sample = row?.sample
  return {
    places: placesOf(row),
    matched: sample?.matched ?? 0,
    rows: sample?.rows ?? 0,
    newest: sample?.newest ? { at: new Date(sample.newest), id: 0 } : null,
    oldest: sample?.oldest ? { at: new Date(sample.oldest), id: sample.last_id } : null,
  }
}

/** A word or two of whoever may see much or little: few texts, and nearly all that is asked. */
const isPlain = ({ keys, conversation, after }: Search) =>
  keys.length <= 2 && conversation.length <= 2 && !after

function placesOf(row: { ids: number[] | null; instants: Date[] | null } | undefined): Place[] {
  const instants = row?.instants ?? []
  return (row?.ids ?? []).flatMap((id, n) => {
    const at = instants[n]
    return at ? [{ id, at }] : []
  })
}

/** By the index of words and hours. Adding nothing to the time keeps the planner from reading all rows of the stretch by the other one. */
async function readStretch(
  db: Db,
  { kind, keys, conversation }: Search,
  { start, beyond, count }: { start: Date | null; beyond: Place; count: number },
): Promise<{ examined: number; places: Place[] }> {
  const { table, id } = tables[kind]
  const ids = sql.ref(`s.${id}`)
  const time = sql`(s.created_at + interval '0')`
  // Time first: PostgreSQL walks the index from condition to condition in this order, and would look for a rare word beside a common one
  // in all of time before it asks when (70 ms instead of 3 for one week of 5 million messages).
  const conditions = [
    ...(start
      ? [holdsOne(timeKeys(start, new Date(beyond.at.getTime() + 1))), sql`${time} >= ${start}`]
      : []),
    ...keys,
    sql`(${time}, ${ids}) < (${beyond.at}, ${beyond.id})`,
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
  return { examined: rows[0]?.examined ?? 0, places: placesOf(rows[0]) }
}

const sort = 'search'
export const writePlace = ({ at, id }: Place): string => writeCursor(sort, at.toISOString(), id)
export function readPlace(cursor: string | undefined): Place | null {
  if (!cursor) return null
  const { value, id } = readCursor(cursor, sort, isInstant)
  return { at: new Date(value ?? 0), id }
}
