import type { Breakdown } from '@parley/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { factsIn, plusDays, type Scope, slotsOf, startOf, summedAs } from './scope.ts'
import { summedKind } from './sums.ts'

/** Facts of one kind added up; `group` is the agent, team, inbox or tag when they are told apart, and 0 otherwise or for nobody. */
export type Sum = {
  group: number
  kind: string
  count: number
  wall_seconds: number
  business_seconds: number
}
export type Steps = { group: number; kind: string; hours: 'wall' | 'business'; step: number; count: number }

/** All that numbers are made of: from sums where there are such, from the facts themselves otherwise. Both ways answer the same. */
export async function readSums(
  db: Db,
  scope: Scope,
  by: Breakdown | null = null,
): Promise<{ sums: Sum[]; steps: Steps[] }> {
  const place = by ? placeBy(scope, by) : summedAs(scope.filters)
  return place ? fromSums(db, scope, place) : fromFacts(db, scope, by)
}

type Place = { dim: Breakdown | 'all'; id: number | null }

/** Each one's sums are there unless something else is asked for as well. */
const placeBy = ({ filters }: Scope, by: Breakdown): Place | null => {
  const only = summedAs(filters)
  if (only?.dim === 'all') return { dim: by, id: null }
  return only?.dim === by ? only : null
}

async function fromSums(db: Db, scope: Scope, { dim, id }: Place) {
  // Each by its own: the key has the id before the time.
  const whose = id === null ? sql`s.dim_id in (${everyId(dim)})` : sql`s.dim_id = ${id}`
  const where = sql`s.dim = ${dim} and ${whose} and ${slotsOf(scope)}`
  const group = dim === 'all' ? sql`0` : sql`s.dim_id`
  const { rows: sums } = await sql<Sum>`
    select ${group}::bigint as "group", s.kind, sum(s.count)::bigint as count, sum(s.wall_seconds)::bigint as wall_seconds,
      sum(s.business_seconds)::bigint as business_seconds
    from report_sums s where ${where} group by 1, 2`.execute(db)
  const { rows: steps } = await sql<Steps>`
    select ${group}::bigint as "group", s.kind, s.hours, s.step, sum(s.count)::bigint as count
    from report_times s where ${where} group by 1, 2, 3, 4`.execute(db)
  return { sums, steps }
}

/** Whoever may have sums, nobody (0) included. */
const everyId = (dim: Place['dim']): RawBuilder<unknown> => {
  const gone =
    dim === 'team' || dim === 'tag' ? sql`union select id from report_names where dim = ${dim}` : sql``
  return dim === 'all' ? sql`select 0` : sql`select 0 union select id from ${sql.table(tables[dim])} ${gone}`
}
export const tables = { agent: 'agents', team: 'teams', inbox: 'inboxes', tag: 'tags' } as const

async function fromFacts(db: Db, scope: Scope, by: Breakdown | null) {
  const { group, source } = grouped(by)
  const { rows: sums } = await sql<Sum>`
    select ${group} as "group", ${summedKind} as kind, count(*)::bigint as count, coalesce(sum(f.wall_seconds), 0)::bigint as wall_seconds,
      coalesce(sum(f.business_seconds), 0)::bigint as business_seconds
    from ${source} where ${factsIn(scope)} group by 1, 2`.execute(db)
  const { rows: steps } = await sql<Steps>`
    select ${group} as "group", f.kind, t.hours, report_step(t.seconds) as step, count(*)::bigint as count
    from ${source} cross join lateral (values ('wall', f.wall_seconds), ('business', f.business_seconds)) t (hours, seconds)
    where ${factsIn(scope)} and f.wall_seconds is not null group by 1, 2, 3, 4`.execute(db)
  return { sums, steps }
}

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

/** Counts of a kind within each hour or day of the zone. */
export type Slotted = { slot: Date; kind: string; count: number }
export async function readSlots(
  db: Db,
  scope: Scope,
  grain: 'hour' | 'day',
  kinds: RawBuilder<unknown> = sql`true`,
): Promise<Slotted[]> {
  const { from, to, time_zone, filters } = scope
  const summed = summedAs(filters)
  // Hours are summed for everything alone: for each agent and tag there would be as many sums as facts.
  const place = grain === 'day' || summed?.dim === 'all' ? summed : null
  const { rows } = await (place
    ? sql<Slotted>`
        select slot, kind, count from report_sums f
        where dim = ${place.dim} and dim_id = ${place.id} and grain = ${grain} and count <> 0 and ${kinds}
          and slot >= ${startOf(from, time_zone)} and slot < ${startOf(plusDays(to, 1), time_zone)}`
    : sql<Slotted>`
        select date_trunc(${grain}, f.at, ${time_zone}::text) as slot, ${summedKind} as kind, count(*)::bigint as count
        from report_facts f where ${factsIn(scope)} and ${kinds} group by 1, 2`
  ).execute(db)
  return rows
}
