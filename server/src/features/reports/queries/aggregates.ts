import type { CountedMeasure } from '@parley/contract/reports/report-measures'
import type { Breakdown } from '@parley/contract/reports/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { FactKind } from '../events/fact.ts'
import { type Histogram, parseHistogram, parsePairs } from '../rollups/histogram.ts'
import { bucketOf, rollupKind, rollupKindsOf, timedKinds } from '../rollups/rollups.ts'
import {
  addDays,
  factCondition,
  type ReportScope,
  type RollupKey,
  rollupKeyOf,
  slotCondition,
  startOfDate,
} from './report-scope.ts'

/** Sum of facts of one kind. `group` is the agent, team, inbox or tag of a breakdown; 0 without a breakdown or for unattributed facts. */
export type FactSum = {
  group: number
  kind: string
  count: number
  wall_seconds: number
  business_seconds: number
}
/** Histogram of durations of one kind. */
export type FactTimes = { group: number; kind: string; wall: Histogram; business: Histogram }

/**
 * The aggregates of a report: from rollups if there are any for these filters, otherwise from the facts. Both ways give the same result.
 */
export async function readAggregates(
  db: Db,
  scope: ReportScope,
  by: Breakdown | null = null,
): Promise<{ sums: FactSum[]; times: FactTimes[] }> {
  return { sums: await readSums(db, scope, by), times: await readTimes(db, scope, by) }
}

function rollupFor(scope: ReportScope, by: Breakdown | null): RollupKey | null {
  const only = rollupKeyOf(scope)
  // A breakdown without filters uses the rollups of its dimension.
  if (by && only?.dim === 'all') return { ...only, dim: by, id: null }
  return by === null || only?.dim === by ? only : null
}

async function readSums(db: Db, scope: ReportScope, by: Breakdown | null): Promise<FactSum[]> {
  const rollup = rollupFor(scope, by)
  if (rollup) {
    const { rows } = await sql<FactSum>`
      select ${groupColumn(rollup)} as "group", s.kind, sum(s.count)::bigint as count, sum(s.wall_seconds)::bigint as wall_seconds,
        sum(s.business_seconds)::bigint as business_seconds
      from report_sums s where ${rollupCondition(scope, rollup)} group by 1, 2`.execute(db)
    return rows
  }
  const { group, source } = groupedFacts(by)
  const { rows } = await sql<FactSum>`
    select ${group} as "group", ${rollupKind} as kind, count(*)::bigint as count, coalesce(sum(f.wall_seconds), 0)::bigint as wall_seconds,
      coalesce(sum(f.business_seconds), 0)::bigint as business_seconds
    from ${source} where ${factCondition(scope)} group by 1, 2`.execute(db)
  return rows
}

export async function readTimes(
  db: Db,
  scope: ReportScope,
  by: Breakdown | null = null,
  kinds: readonly FactKind[] = timedKinds,
): Promise<FactTimes[]> {
  const rollup = rollupFor(scope, by)
  const kindCondition = sql`kind = any(${[...kinds]}::text[])`
  type Row = { group: number; kind: string; wall: string | null; business: string | null }
  const { rows } = await (rollup
    ? sql<Row>`
        select ${groupColumn(rollup)} as "group", s.kind, string_agg(s.wall_text, ',') as wall,
          string_agg(s.business_text, ',') as business
        from report_times s where ${rollupCondition(scope, rollup)} and s.${kindCondition} group by 1, 2`
    : histogramsFromFacts<Row>(scope, by, kindCondition)
  ).execute(db)
  return rows.map(({ wall, business, ...row }) => ({
    ...row,
    wall: parseHistogram(wall),
    business: parseHistogram(business),
  }))
}

function histogramsFromFacts<Row>(
  scope: ReportScope,
  by: Breakdown | null,
  kindCondition: RawBuilder<unknown>,
) {
  const { group, source } = groupedFacts(by)
  return sql<Row>`
    select "group", kind, string_agg(step || ',' || count, ',') filter (where hours = 'wall') as wall,
      string_agg(step || ',' || count, ',') filter (where hours = 'business') as business
    from (
      select ${group} as "group", f.kind, t.hours, ${bucketOf(sql`t.seconds`)} as step, count(*) as count
      from ${source} cross join lateral (values ('wall', f.wall_seconds), ('business', f.business_seconds)) t (hours, seconds)
      where ${factCondition(scope)} and f.${kindCondition} and f.wall_seconds is not null group by 1, 2, 3, 4
    ) counted group by 1, 2`
}

const groupColumn = ({ dim }: RollupKey) => (dim === 'all' ? sql`0::bigint` : sql`s.dim_id`)

/** One range per id, because the index has the id before the time. */
function rollupCondition(scope: ReportScope, { generation, dim, id }: RollupKey): RawBuilder<unknown> {
  const idCondition = id === null ? sql`s.dim_id in (${allIds(dim)})` : sql`s.dim_id = ${id}`
  return sql`s.generation = ${generation} and s.dim = ${dim} and ${idCondition} and ${slotCondition(scope)}`
}

/** All ids that can have rollups, including 0 for unattributed. */
const allIds = (dim: RollupKey['dim']): RawBuilder<unknown> => {
  const deletedIds =
    dim === 'team' || dim === 'tag' ? sql`union select id from report_names where dim = ${dim}` : sql``
  return dim === 'all'
    ? sql`select 0`
    : sql`select 0 union select id from ${sql.table(dimensionTables[dim])} ${deletedIds}`
}
const dimensionTables = { agent: 'agents', team: 'teams', inbox: 'inboxes', tag: 'tags' } as const

function groupedFacts(by: Breakdown | null) {
  const facts = sql`report_facts f`
  if (by === null) return { group: sql`0::bigint`, source: facts }
  if (by !== 'tag') return { group: sql`coalesce(f.${sql.ref(`${by}_id`)}, 0)`, source: facts }
  return {
    group: sql`g.tag_id`,
    source: sql`report_facts f join report_conversations c using (conversation_id)
      cross join lateral unnest(case c.tag_ids when '{}' then '{0}' else c.tag_ids end) g (tag_id)`,
  }
}

/** Receives the count of a kind in one hour or day, which starts at `at`, in Unix milliseconds. */
type ReceiveSlot = (slot: { at: number; kind: string; count: number }) => void
type SlotQuery = { grain: 'hour' | 'day'; measure?: CountedMeasure }
type SlotRow = { slot: Date; kind: string; count: number }

/** Calls `each` for the counts of all kinds, or of one measure, per hour or day of the time zone, in no particular order. */
export async function readSlotCounts(
  db: Db,
  scope: ReportScope,
  query: SlotQuery,
  each: ReceiveSlot,
): Promise<void> {
  const rollup = rollupKeyOf(scope)
  if (!rollup) return readSlotsFromFacts(db, scope, query, each)
  return (query.grain === 'hour' ? readHours : readDays)(db, slotSums(scope, rollup, query.measure), each)
}

async function readSlotsFromFacts(
  db: Db,
  scope: ReportScope,
  { grain, measure }: SlotQuery,
  each: ReceiveSlot,
): Promise<void> {
  const { rows } = await sql<SlotRow>`
    select date_trunc(${grain}, f.at, ${scope.time_zone}::text) as slot, ${rollupKind} as kind, count(*)::bigint as count
    from report_facts f where ${factCondition(scope)} and ${measure ? sql`f.kind = ${measure}` : sql`true`} group by 1, 2`.execute(
    db,
  )
  for (const { slot, kind, count } of rows) each({ at: slot.getTime(), kind, count })
}

/** The daily sums of these rollups. */
function slotSums(
  { from, to, time_zone }: ReportScope,
  { generation, dim, id }: RollupKey,
  measure: CountedMeasure | undefined,
): RawBuilder<unknown> {
  const kindCondition = measure ? sql`kind = any(${rollupKindsOf(measure)}::text[])` : sql`true`
  return sql`report_sums
    where generation = ${generation} and dim = ${dim} and dim_id = ${id} and grain = 'day' and count <> 0 and ${kindCondition}
      and slot >= ${startOfDate(from, time_zone)} and slot < ${startOfDate(addDays(to, 1), time_zone)}`
}

/**
 * One text per kind: a year has more than ten thousand counts, and as rows they outlived so many small collections that each fifth report
 * waited for a full one.
 */
async function readDays(db: Db, sums: RawBuilder<unknown>, each: ReceiveSlot): Promise<void> {
  const { rows } = await sql<{ kind: string; days: string }>`
    select kind, string_agg(extract(epoch from slot)::bigint || ',' || count, ',') as days from ${sums} group by kind`.execute(
    db,
  )
  for (const { kind, days } of rows)
    parsePairs(days, (seconds, count) => each({ at: seconds * 1000, kind, count }))
}

async function readHours(db: Db, sums: RawBuilder<unknown>, each: ReceiveSlot): Promise<void> {
  const { rows } = await sql<{ slot: Date; kind: string; hours: string }>`
    select slot, kind, array_to_string(hours, ',') as hours from ${sums}`.execute(db)
  for (const { slot, kind, hours } of rows) {
    const day = slot.getTime()
    parsePairs(hours, (second, count) => each({ at: day + second * 1000, kind, count }))
  }
}
