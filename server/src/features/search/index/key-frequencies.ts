import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { type IndexKind, indexTables } from '../newest-first-search.ts'

/** How many rows of an index table hold a key, by what PostgreSQL itself counted when it last analyzed the table. */
export type Frequencies = {
  kind: IndexKind
  rows: number
  /** Not more than so many; infinitely many when nobody counted. */
  atMost(key: number): number
  /** About so many of a frequent one; 0 of one that is not among them. */
  atLeast(key: number): number
}

const cacheMs = 10 * 60_000
/** A table that has grown by more since it was analyzed is another table. */
const maxGrowth = 1.5

const cache = new WeakMap<Db, Map<IndexKind, { until: number; frequencies: Promise<Frequencies> }>>()

/** Read from the planner's statistics every ten minutes: a millisecond, for the thousand most frequent keys. */
export function getFrequencies(db: Db, kind: IndexKind): Promise<Frequencies> {
  const kinds = cache.get(db) ?? new Map()
  cache.set(db, kinds)
  const cached = kinds.get(kind)
  if (cached && performance.now() < cached.until) return cached.frequencies
  const frequencies = readFrequencies(db, kind)
  kinds.set(kind, { until: performance.now() + cacheMs, frequencies })
  frequencies.catch(() => kinds.delete(kind))
  return frequencies
}

async function readFrequencies(db: Db, kind: IndexKind): Promise<Frequencies> {
  const { table } = indexTables[kind]
  const { rows } = await sql<{ rows: number; grown: number; keys: number[]; shares: number[] }>`
    select c.reltuples::float8 as rows, most_common_elems::text::integer[] as keys, most_common_elem_freqs as shares,
      pg_relation_size(c.oid) / current_setting('block_size')::float8 / greatest(c.relpages, 1) as grown
    from pg_class c join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and s.attname = 'keys'
    where c.oid = ${table}::regclass and most_common_elems is not null`.execute(db)
  const [found] = rows
  if (!found || found.grown > maxGrowth) return unknownFrequencies(kind)
  const { keys, shares } = found
  const total = found.rows * found.grown
  const shareOf = new Map(keys.map((key, n) => [key, shares[n] ?? 1]))
  // Behind the keys' own shares stands the lowest of them, which no other key reaches.
  const lowest = shares[keys.length] ?? 1
  return {
    kind,
    rows: total,
    atMost: (key) => Math.ceil(total * (shareOf.get(key) ?? lowest)),
    atLeast: (key) => Math.floor(total * (shareOf.get(key) ?? 0)),
  }
}

const unknownFrequencies = (kind: IndexKind): Frequencies => ({
  ...{ kind, rows: 1 },
  atMost: () => Number.POSITIVE_INFINITY,
  atLeast: () => 0,
})

/** Reading so many rows takes no longer than finding out where the newest of them are. */
const fewRows = 4000
/** 60 ms, at 5 µs for a row of a message and 2 µs for one of a conversation. */
const maxRows = { messages: 12_000, conversations: 30_000 }

/**
 * Whether there are so few hits that all of time can be asked for them at once. Every hit holds one key of each group; words that always
 * stand together are no rarer than the rarest of them, so that alone bounds what is read, however unlikely it is that they meet.
 */
export function areHitsRare(
  { kind, rows, atMost }: Frequencies,
  groups: readonly (readonly number[])[],
): boolean {
  const groupSizes = groups.map((group) => group.reduce((sum, key) => sum + atMost(key), 0))
  const rarest = Math.min(...groupSizes)
  const expectedHits = groupSizes.reduce((product, one) => product * Math.min(1, one / rows), rows)
  return rarest <= fewRows || (rarest <= maxRows[kind] && expectedHits <= fewRows / 4)
}
