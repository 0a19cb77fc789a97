import type { CountedMeasure } from '@parley/contract/reports/report-measures'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { FactKind, ReportFact } from '../events/fact.ts'
import { bucketStarts } from './histogram.ts'

/** A fact to add (1) or subtract (-1), with the tags it counts for. */
export type FactDelta = { sign: 1 | -1; fact: ReportFact; tag_ids: readonly number[] }

const columns = sql`sign integer, kind text, at timestamptz, inbox_id bigint, team_id bigint, agent_id bigint, wall_seconds integer,
  business_seconds integer, rating smallint, tag_ids bigint[]`

/** A generation of rollups for a time zone, by days and months. `up_to`: so far it contains only facts up to this id. */
export type RollupGeneration = { generation: number; time_zone: string; up_to?: number }

export async function addDeltas(db: Db, sums: RollupGeneration, deltas: readonly FactDelta[]): Promise<void> {
  const { up_to = Number.POSITIVE_INFINITY } = sums
  // A fact that is not inserted yet has no id and is newer than all others.
  const rows = deltas
    .filter(({ fact }) => (fact.id ?? Number.MAX_SAFE_INTEGER) <= up_to)
    .map(({ sign, fact, tag_ids }) => ({ ...fact, sign, tag_ids }))
  if (rows.length === 0) return
  await addToRollups(
    db,
    sums,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (${columns})`,
    { start: prepared, has_durations: rows.some(isTimed) },
  )
}

/** Adds facts with ids in this range. */
export const addFacts = (db: Db, sums: RollupGeneration, after: number, up_to: number): Promise<void> =>
  addToRollups(db, sums, selectFacts(sql`f.id > ${after} and f.id <= ${up_to}`))

/** Rebuilds the rollups of these tags. */
export async function rebuildTagRollups(
  db: Db,
  sums: RollupGeneration,
  ids: readonly number[],
): Promise<void> {
  const tagCondition = sql`dim = 'tag' and dim_id = any(${[...ids]})`
  for (const table of ['report_sums', 'report_times'])
    await sql`delete from ${sql.table(table)} where generation = ${sums.generation} and ${tagCondition}`.execute(
      db,
    )
  const factFilter = sql`c.tag_ids && ${[...ids]} and f.id <= ${sums.up_to ?? Number.MAX_SAFE_INTEGER}`
  await addToRollups(db, sums, selectFacts(factFilter), { only: tagCondition })
}

const selectFacts = (condition: RawBuilder<unknown>) => sql`
  select 1 as sign, f.kind, f.at, f.inbox_id, f.team_id, f.agent_id, f.wall_seconds, f.business_seconds, f.rating, c.tag_ids
  from report_facts f join report_conversations c using (conversation_id) where ${condition} and not f.is_hidden`

/** The kind as used in rollups: each rating has its own. */
export const rollupKind = sql`f.kind || coalesce('_' || f.rating, '')`
export const rollupKindsOf = (measure: CountedMeasure): string[] =>
  measure === 'csat_answered' ? [1, 2, 3, 4, 5].map((rating) => `${measure}_${rating}`) : [measure]

/** Kinds with a duration, for which medians are shown. */
export const timedKinds: readonly FactKind[] = ['first_response', 'next_response', 'resolved']

const isTimed = ({ kind, wall_seconds }: ReportFact): boolean =>
  wall_seconds !== null && timedKinds.includes(kind)

export const bucketOf = (seconds: RawBuilder<unknown>) =>
  sql`width_bucket(${seconds}, ${[...bucketStarts]}::integer[])`

/**
 * A row per fact and all that it counts for, as `f`: everything, its inbox, team and agent, and each of its tags. `hour` is in seconds from
 * the start of the day; with a clock change, it need not be one of the usual 24 values. The date of each fact is computed once, because a
 * time zone makes that expensive.
 */
const countedFacts = (facts: RawBuilder<unknown>, time_zone: string, only: RawBuilder<unknown>) => sql`
  dated as materialized (
    select f.*, date_trunc('day', at, ${time_zone}::text) as day, date_trunc('hour', at, ${time_zone}::text) as hour_start from (${facts}) f
  ), f as (
    select dim, dim_id, day, extract(epoch from hour_start - day)::integer as hour, kind, rating, sign, wall_seconds, business_seconds
    from dated cross join lateral (
      select 'all' as dim, 0::bigint as dim_id union all select 'inbox', inbox_id
      union all select 'team', coalesce(team_id, 0) union all select 'agent', coalesce(agent_id, 0)
      union all select 'tag', unnest(case tag_ids when '{}' then '{0}' else tag_ids end)
    ) d where ${only}
  )`

async function addToRollups(
  db: Db,
  { generation, time_zone }: RollupGeneration,
  facts: RawBuilder<unknown>,
  {
    only = sql`true`,
    start = sql``,
    has_durations = true,
  }: {
    only?: RawBuilder<unknown>
    /** Begins the statements: `prepared` or nothing. */
    start?: RawBuilder<unknown>
    /** Whether any of the facts may belong in a histogram. */
    has_durations?: boolean
  } = {},
): Promise<void> {
  const rollup: Rollup = {
    generation,
    counted: sql`${start} with ${countedFacts(facts, time_zone, only)}`,
    month: sql`date_trunc('month', day, ${time_zone}::text)`,
  }
  await addToSums(db, rollup)
  if (has_durations) await addToTimes(db, rollup)
}

type Rollup = {
  generation: number
  /** The beginning of a statement with the facts as `f`. */
  counted: RawBuilder<unknown>
  /** Of `day`. */
  month: RawBuilder<unknown>
}

async function addToSums(db: Db, { generation, counted, month }: Rollup): Promise<void> {
  await sql`${counted}, hourly as materialized (
      select dim, dim_id, day, ${rollupKind} as kind, hour, sum(sign)::integer as count,
        coalesce(sum(sign * wall_seconds), 0) as wall_seconds, coalesce(sum(sign * business_seconds), 0) as business_seconds
      from f group by 1, 2, 3, 4, 5
    )
    insert into report_sums (generation, dim, dim_id, grain, slot, kind, count, wall_seconds, business_seconds, hours)
    select ${generation}::integer, dim, dim_id, 'day', day, kind, sum(count), sum(wall_seconds), sum(business_seconds),
      coalesce(array_agg(array[hour, count] order by hour) filter (where count <> 0), '{}')
    from hourly group by 2, 3, 5, 6 having bool_or(count <> 0 or wall_seconds <> 0 or business_seconds <> 0)
    union all
    select ${generation}::integer, dim, dim_id, 'month', ${month}, kind, sum(count), sum(wall_seconds), sum(business_seconds), '{}'
    from hourly group by 2, 3, 5, 6 having sum(count) <> 0 or sum(wall_seconds) <> 0 or sum(business_seconds) <> 0
    on conflict (generation, dim, dim_id, grain, slot, kind) do update set count = report_sums.count + excluded.count,
      wall_seconds = report_sums.wall_seconds + excluded.wall_seconds,
      business_seconds = report_sums.business_seconds + excluded.business_seconds,
      hours = report_histograms(report_sums.hours, excluded.hours)`.execute(db)
}

async function addToTimes(db: Db, { generation, counted, month }: Rollup): Promise<void> {
  const histogram = (hours: 'wall' | 'business') =>
    sql`coalesce(array_agg(array[step, count] order by step) filter (where hours = ${hours} and count <> 0), '{}')`
  await sql`${counted}, daily as materialized (
      select dim, dim_id, day, f.kind, t.hours, ${bucketOf(sql`t.seconds`)} as step, sum(sign)::integer as count
      from f cross join lateral (values ('wall', wall_seconds), ('business', business_seconds)) t (hours, seconds)
      where wall_seconds is not null and f.kind = any(${[...timedKinds]}::text[]) group by 1, 2, 3, 4, 5, 6
    ), by_slot as (
      select dim, dim_id, 'day' as grain, day as slot, kind, hours, step, count from daily
      union all
      select dim, dim_id, 'month', ${month}, kind, hours, step, sum(count)::integer from daily group by 1, 2, 4, 5, 6, 7
    )
    insert into report_times (generation, dim, dim_id, grain, slot, kind, wall, business)
    select ${generation}::integer, dim, dim_id, grain, slot, kind, ${histogram('wall')}, ${histogram('business')}
    from by_slot group by 2, 3, 4, 5, 6 having bool_or(count <> 0)
    on conflict (generation, dim, dim_id, grain, slot, kind) do update set wall = report_histograms(report_times.wall, excluded.wall),
      business = report_histograms(report_times.business, excluded.business)`.execute(db)
}
