import type { CountedMeasure } from '@parley/contract/report-measures'
import type { Breakdown } from '@parley/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { FactKind } from './fact.ts'
import { factsIn, type Place, plusDays, type Scope, slotsOf, startOf, summedAs } from './scope.ts'
import { stepOf, summedKind, summedKindsOf, timedKinds } from './sums.ts'
import { type Histogram, readHistogram, readPairs } from './time-steps.ts'

/** Facts of one kind added up; `group` is the agent, team, inbox or tag when they are told apart, and 0 otherwise or for nobody. */
export type Sum = {
  group: number
  kind: string
  count: number
  wall_seconds: number
  business_seconds: number
}
/** How long what of one kind took. */
export type Times = { group: number; kind: string; wall: Histogram; business: Histogram }

/** All that numbers are made of: from sums where there are such, from the facts themselves otherwise. Both ways answer the same. */
export async function readCells(
  db: Db,
  scope: Scope,
  by: Breakdown | null = null,
): Promise<{ sums: Sum[]; times: Times[] }> {
  return { sums: await readSums(db, scope, by), times: await readTimes(db, scope, by) }
}

function placeOf(scope: Scope, by: Breakdown | null): Place | null {
  const only = summedAs(scope)
  // Each one's sums are there unless something else is asked for as well.
  if (by && only?.dim === 'all') return { ...only, dim: by, id: null }
  return by === null || only?.dim === by ? only : null
}

async function readSums(db: Db, scope: Scope, by: Breakdown | null): Promise<Sum[]> {
  const place = placeOf(scope, by)
  if (place) {
    const { rows } = await sql<Sum>`
      select ${groupIn(place)} as "group", s.kind, sum(s.count)::bigint as count, sum(s.wall_seconds)::bigint as wall_seconds,
        sum(s.business_seconds)::bigint as business_seconds
      from report_sums s where ${within(scope, place)} group by 1, 2`.execute(db)
    return rows
  }
  const { group, source } = grouped(by)
  const { rows } = await sql<Sum>`
    select ${group} as "group", ${summedKind} as kind, count(*)::bigint as count, coalesce(sum(f.wall_seconds), 0)::bigint as wall_seconds,
      coalesce(sum(f.business_seconds), 0)::bigint as business_seconds
    from ${source} where ${factsIn(scope)} group by 1, 2`.execute(db)
  return rows
}

export async function readTimes(
  db: Db,
  scope: Scope,
  by: Breakdown | null = null,
  kinds: readonly FactKind[] = timedKinds,
): Promise<Times[]> {
  const place = placeOf(scope, by)
  const asked = sql`kind = any(${[...kinds]}::text[])`
  type Row = { group: number; kind: string; wall: string | null; business: string | null }
  const { rows } = await (place
    ? sql<Row>`
        select ${groupIn(place)} as "group", s.kind, string_agg(s.wall_text, ',') as wall,
          string_agg(s.business_text, ',') as business
        from report_times s where ${within(scope, place)} and s.${asked} group by 1, 2`
    : timesOfFacts<Row>(scope, by, asked)
  ).execute(db)
  return rows.map(({ wall, business, ...row }) => ({
    ...row,
    wall: readHistogram(wall),
    business: readHistogram(business),
  }))
}

function timesOfFacts<Row>(scope: Scope, by: Breakdown | null, asked: RawBuilder<unknown>) {
  const { group, source } = grouped(by)
  return sql<Row>`
    select "group", kind, string_agg(step || ',' || count, ',') filter (where hours = 'wall') as wall,
      string_agg(step || ',' || count, ',') filter (where hours = 'business') as business
    from (
      select ${group} as "group", f.kind, t.hours, ${stepOf(sql`t.seconds`)} as step, count(*) as count
      from ${source} cross join lateral (values ('wall', f.wall_seconds), ('business', f.business_seconds)) t (hours, seconds)
      where ${factsIn(scope)} and f.${asked} and f.wall_seconds is not null group by 1, 2, 3, 4
    ) counted group by 1, 2`
}

const groupIn = ({ dim }: Place) => (dim === 'all' ? sql`0::bigint` : sql`s.dim_id`)

/** Each by its own: the key has the id before the time. */
function within(scope: Scope, { generation, dim, id }: Place): RawBuilder<unknown> {
  const whose = id === null ? sql`s.dim_id in (${everyId(dim)})` : sql`s.dim_id = ${id}`
  return sql`s.generation = ${generation} and s.dim = ${dim} and ${whose} and ${slotsOf(scope)}`
}

/** Whoever may have sums, nobody (0) included. */
const everyId = (dim: Place['dim']): RawBuilder<unknown> => {
  const gone =
    dim === 'team' || dim === 'tag' ? sql`union select id from report_names where dim = ${dim}` : sql``
  return dim === 'all' ? sql`select 0` : sql`select 0 union select id from ${sql.table(tables[dim])} ${gone}`
}
export const tables = { agent: 'agents', team: 'teams', inbox: 'inboxes', tag: 'tags' } as const

function grouped(by: Breakdown | null) {
  const facts = sql`report_facts f`
  if (by === null) return { group: sql`0::bigint`, source: facts }
  if (by !== 'tag') return { group: sql`coalesce(f.${sql.ref(`${by}_id`)}, 0)`, source: facts }
  return {
    group: sql`g.tag_id`,
    source: sql`report_facts f join report_conversations c using (conversation_id)
      cross join lateral unnest(case c.tag_ids when '{}' then '{0}' else c.tag_ids end) g (tag_id)`,
  }
}

/** Counts of a kind within each hour or day of the zone, by its first millisecond since 1970. */
export type Slotted = { at: number; kind: string; count: number }
type Row = { slot: Date; kind: string; count: number }
export async function readSlots(
  db: Db,
  scope: Scope,
  grain: 'hour' | 'day',
  measure?: CountedMeasure,
): Promise<Slotted[]> {
  const place = summedAs(scope)
  if (place) return slotsSummed(db, scope, place, grain, measure)
  const { rows } = await sql<Row>`
    select date_trunc(${grain}, f.at, ${scope.time_zone}::text) as slot, ${summedKind} as kind, count(*)::bigint as count
    from report_facts f where ${factsIn(scope)} and ${measure ? sql`f.kind = ${measure}` : sql`true`} group by 1, 2`.execute(
    db,
  )
  return rows.map(({ slot, kind, count }) => ({ at: slot.getTime(), kind, count }))
}

async function slotsSummed(
  db: Db,
  { from, to, time_zone }: Scope,
  { generation, dim, id }: Place,
  grain: 'hour' | 'day',
  measure?: CountedMeasure,
): Promise<Slotted[]> {
  const hours = grain === 'hour' ? sql`array_to_string(hours, ',')` : sql`null`
  const asked = measure ? sql`kind = any(${summedKindsOf(measure)}::text[])` : sql`true`
  const { rows } = await sql<Row & { hours: string | null }>`
    select slot, kind, count, ${hours} as hours from report_sums
    where generation = ${generation} and dim = ${dim} and dim_id = ${id} and grain = 'day' and count <> 0 and ${asked}
      and slot >= ${startOf(from, time_zone)} and slot < ${startOf(plusDays(to, 1), time_zone)}`.execute(db)
  if (grain === 'day') return rows.map(({ slot, kind, count }) => ({ at: slot.getTime(), kind, count }))
  const found: Slotted[] = []
  for (const { slot, kind, hours } of rows) {
    const day = slot.getTime()
    readPairs(hours, (second, count) => found.push({ at: day + second * 1000, kind, count }))
  }
  return found
}
