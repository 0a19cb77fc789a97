import type { CountedMeasure } from '@parley/contract/reports/report-measures'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
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
  await addToRollups(db, sums, selectFacts(factFilter), tagCondition)
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

export const bucketOf = (seconds: RawBuilder<unknown>) =>
  sql`width_bucket(${seconds}, ${[...bucketStarts]}::integer[])`

/** Seconds from the start of the day to the start of the fact's hour. With a clock change, this need not be one of the usual 24 values. */
const hourOf = (time_zone: string) =>
  sql`extract(epoch from date_trunc('hour', f.at, ${time_zone}::text) - slot)::integer`

async function addToRollups(
  db: Db,
  { generation, time_zone }: RollupGeneration,
  facts: RawBuilder<unknown>,
  only: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const each = sql`
    (${facts}) f cross join lateral (
      select 'all' as dim, 0::bigint as dim_id union all select 'inbox', f.inbox_id
      union all select 'team', coalesce(f.team_id, 0) union all select 'agent', coalesce(f.agent_id, 0)
      union all select 'tag', unnest(case f.tag_ids when '{}' then '{0}' else f.tag_ids end)
    ) d cross join lateral (
      select grain, date_trunc(grain, f.at, ${time_zone}::text) as slot from unnest(array['day', 'month']) grain) g`
  await sql`
    insert into report_sums (generation, dim, dim_id, grain, slot, kind, count, wall_seconds, business_seconds, hours)
    select ${generation}::integer, dim, dim_id, grain, slot, kind, sum(count), sum(wall_seconds), sum(business_seconds),
      coalesce(array_agg(array[hour, count] order by hour) filter (where grain = 'day' and count <> 0), '{}')
    from (
      select dim, dim_id, grain, slot, ${rollupKind} as kind, case grain when 'day' then ${hourOf(time_zone)} end as hour,
        sum(sign)::integer as count, coalesce(sum(sign * wall_seconds), 0) as wall_seconds,
        coalesce(sum(sign * business_seconds), 0) as business_seconds
      from ${each} where ${only} group by 1, 2, 3, 4, 5, 6
    ) hourly group by 2, 3, 4, 5, 6 having bool_or(count <> 0 or wall_seconds <> 0 or business_seconds <> 0)
    on conflict (generation, dim, dim_id, grain, slot, kind) do update set count = report_sums.count + excluded.count,
      wall_seconds = report_sums.wall_seconds + excluded.wall_seconds,
      business_seconds = report_sums.business_seconds + excluded.business_seconds,
      hours = report_histograms(report_sums.hours, excluded.hours)`.execute(db)
  await addToHistograms(
    db,
    generation,
    sql`
      select dim, dim_id, grain, slot, f.kind, t.hours, ${bucketOf(sql`t.seconds`)} as step, sum(sign)::integer as count
      from ${each} cross join lateral (values ('wall', f.wall_seconds), ('business', f.business_seconds)) t (hours, seconds)
      where ${only} and f.wall_seconds is not null and f.kind = any(${[...timedKinds]}::text[])
      group by 1, 2, 3, 4, 5, 6, 7 having sum(sign) <> 0`,
  )
}

/** @param counted rows with the number of facts per slot, kind, histogram bucket and `hours` */
async function addToHistograms(db: Db, generation: number, bucketCounts: RawBuilder<unknown>): Promise<void> {
  const histogram = (hours: 'wall' | 'business') =>
    sql`coalesce(array_agg(array[step, count] order by step) filter (where hours = ${hours}), '{}')`
  await sql`
    insert into report_times (generation, dim, dim_id, grain, slot, kind, wall, business)
    select ${generation}::integer, dim, dim_id, grain, slot, kind, ${histogram('wall')}, ${histogram('business')} from (${bucketCounts}) c group by 2, 3, 4, 5, 6
    on conflict (generation, dim, dim_id, grain, slot, kind) do update set wall = report_histograms(report_times.wall, excluded.wall),
      business = report_histograms(report_times.business, excluded.business)`.execute(db)
}
