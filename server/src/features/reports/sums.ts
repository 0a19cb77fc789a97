import type { CountedMeasure } from '@parley/contract/report-measures'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { FactKind, ReportFact } from './fact.ts'
import { timeSteps } from './time-steps.ts'

/** A fact that comes (1) or goes (-1), with the tags that it counts for. */
export type Delta = { sign: 1 | -1; fact: ReportFact; tag_ids: readonly number[] }

const columns = sql`sign integer, kind text, at timestamptz, inbox_id bigint, team_id bigint, agent_id bigint, wall_seconds integer,
  business_seconds integer, rating smallint, tag_ids bigint[]`

export async function addDeltas(db: Db, time_zone: string, deltas: readonly Delta[]): Promise<void> {
  if (deltas.length === 0) return
  const rows = deltas.map(({ sign, fact, tag_ids }) => ({ ...fact, sign, tag_ids }))
  await addUp(
    db,
    time_zone,
    sql`select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as f (${columns})`,
    ['hour', 'day', 'month'],
  )
}

/** Adds up all facts anew, in another zone. Whoever reads meanwhile sees the sums of before. */
export async function rebuildSums(db: Db, time_zone: string): Promise<void> {
  await sql`delete from report_sums`.execute(db)
  await sql`delete from report_times`.execute(db)
  await addUp(db, time_zone, factsWith(sql`true`), ['hour', 'day'])
  await addMonths(db, time_zone)
}

/** Adds up anew what counts for these tags. */
export async function rebuildTags(db: Db, time_zone: string, ids: readonly number[]): Promise<void> {
  const theirs = sql`dim = 'tag' and dim_id = any(${[...ids]})`
  await sql`delete from report_sums where ${theirs}`.execute(db)
  await sql`delete from report_times where ${theirs}`.execute(db)
  await addUp(db, time_zone, factsWith(sql`c.tag_ids && ${[...ids]}`), ['day', 'month'], theirs)
}

const factsWith = (which: RawBuilder<unknown>) => sql`
  select 1 as sign, f.kind, f.at, f.inbox_id, f.team_id, f.agent_id, f.wall_seconds, f.business_seconds, f.rating, c.tag_ids
  from report_facts f join report_conversations c using (conversation_id) where ${which}`

/** Of a kind as sums name it: ratings are counted one by one. */
export const summedKind = sql`f.kind || coalesce('_' || f.rating, '')`
export const summedKindsOf = (measure: CountedMeasure): string[] =>
  measure === 'csat_answered' ? [1, 2, 3, 4, 5].map((rating) => `${measure}_${rating}`) : [measure]

/** What medians are shown of. */
export const timedKinds: readonly FactKind[] = ['first_response', 'next_response', 'resolved']

export const stepOf = (seconds: RawBuilder<unknown>) =>
  sql`width_bucket(${seconds}, ${[...timeSteps]}::integer[])`

type Grain = 'hour' | 'day' | 'month'

async function addUp(
  db: Db,
  time_zone: string,
  facts: RawBuilder<unknown>,
  grains: readonly Grain[],
  only: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const each = (wanted: readonly Grain[]) => sql`
    (${facts}) f cross join lateral (
      select 'all' as dim, 0::bigint as dim_id union all select 'inbox', f.inbox_id
      union all select 'team', coalesce(f.team_id, 0) union all select 'agent', coalesce(f.agent_id, 0)
      union all select 'tag', unnest(case f.tag_ids when '{}' then '{0}' else f.tag_ids end)
    ) d cross join lateral (select grain, date_trunc(grain, f.at, ${time_zone}::text) as slot from unnest(${[...wanted]}::text[]) grain
      where grain <> 'hour' or d.dim = 'all') g`
  await sql`
    insert into report_sums (dim, dim_id, grain, slot, kind, count, wall_seconds, business_seconds)
    select dim, dim_id, grain, slot, ${summedKind}, sum(sign), coalesce(sum(sign * wall_seconds), 0), coalesce(sum(sign * business_seconds), 0)
    from ${each(grains)} where ${only}
    group by 1, 2, 3, 4, 5 having sum(sign) <> 0 or sum(sign * wall_seconds) <> 0 or sum(sign * business_seconds) <> 0
    on conflict (dim, dim_id, grain, slot, kind) do update set count = report_sums.count + excluded.count,
      wall_seconds = report_sums.wall_seconds + excluded.wall_seconds,
      business_seconds = report_sums.business_seconds + excluded.business_seconds`.execute(db)
  await addTimes(
    db,
    sql`
      select dim, dim_id, grain, slot, f.kind, t.hours, ${stepOf(sql`t.seconds`)} as step, sum(sign)::integer as count
      from ${each(grains.filter((grain) => grain !== 'hour'))}
        cross join lateral (values ('wall', f.wall_seconds), ('business', f.business_seconds)) t (hours, seconds)
      where ${only} and f.wall_seconds is not null and f.kind = any(${[...timedKinds]}::text[])
      group by 1, 2, 3, 4, 5, 6, 7 having sum(sign) <> 0`,
  )
}

/** Months from days that are all there. */
async function addMonths(db: Db, time_zone: string): Promise<void> {
  const month = sql`date_trunc('month', s.slot, ${time_zone}::text)`
  await sql`
    insert into report_sums (dim, dim_id, grain, slot, kind, count, wall_seconds, business_seconds)
    select dim, dim_id, 'month', ${month}, kind, sum(count), sum(wall_seconds), sum(business_seconds)
    from report_sums s where grain = 'day' group by 1, 2, 4, 5`.execute(db)
  const steps = (hours: 'wall' | 'business') => {
    const histogram = sql.ref(`s.${hours}`)
    return sql`select ${hours} as hours, ${histogram}[i][1] as step, ${histogram}[i][2] as count from generate_subscripts(${histogram}, 1) i`
  }
  await addTimes(
    db,
    sql`
      select dim, dim_id, 'month' as grain, ${month} as slot, kind, t.hours, t.step, sum(t.count)::integer as count
      from report_times s cross join lateral (${steps('wall')} union all ${steps('business')}) t where grain = 'day'
      group by 1, 2, 4, 5, 6, 7`,
  )
}

/** @param counted how many of a slot and kind took so many steps, by the `hours` that were measured */
async function addTimes(db: Db, counted: RawBuilder<unknown>): Promise<void> {
  const histogram = (hours: 'wall' | 'business') =>
    sql`coalesce(array_agg(array[step, count] order by step) filter (where hours = ${hours}), '{}')`
  await sql`
    insert into report_times (dim, dim_id, grain, slot, kind, wall, business)
    select dim, dim_id, grain, slot, kind, ${histogram('wall')}, ${histogram('business')} from (${counted}) c group by 1, 2, 3, 4, 5
    on conflict (dim, dim_id, grain, slot, kind) do update set wall = report_histograms(report_times.wall, excluded.wall),
      business = report_histograms(report_times.business, excluded.business)`.execute(db)
}
