import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { type IndexKind, indexTables } from './newest-first-search.ts'

/** How many rows of an index table contain a key, according to the statistics of PostgreSQL's last ANALYZE. */
export type Frequencies = {
  kind: IndexKind
  rows: number
  /** Upper bound; infinity without statistics. */
  atMost(key: number): number
  /** Lower bound for a frequent key; 0 for others. */
  atLeast(key: number): number
}

const cacheMs = 10 * 60_000
/** If the table has grown by more than this factor since ANALYZE, its statistics are ignored. */
const maxGrowth = 1.5

const cache = new WeakMap<Db, Map<IndexKind, { until: number; frequencies: Promise<Frequencies> }>>()

/** Reads the planner's statistics, cached for ten minutes: a millisecond, for the thousand most frequent keys. */
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
  const [stats] = rows
  if (!stats || stats.grown > maxGrowth) return unknownFrequencies(kind)
  const { keys, shares } = stats
  const total = stats.rows * stats.grown
  const shareOf = new Map(keys.map((key, n) => [key, shares[n] ?? 1]))
  // The array has one more element: the lowest frequency, which no other key exceeds.
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

/** Reading this many rows takes no longer than finding out where the newest are. */
const fewRows = 4000
/** About 60 ms, at 5 µs per message row and 2 µs per conversation row. */
const maxRows = { messages: 12_000, conversations: 30_000 }

/**
 * Whether there are so few hits that all of time can be searched at once. Every hit contains one key of each group.
 * Words that always occur together are as frequent as the rarest of them, so the rarest alone bounds what is read,
 * however unlikely the combination is.
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
