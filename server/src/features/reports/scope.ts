import type { Breakdown } from '@parley/contract/reports'
import { offsetAt } from '@parley/contract/zone-offset'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { readState } from './state.ts'
import { stepsInForce } from './time-steps.ts'
import { zoneOfWorkspace } from './zone.ts'

export type Filters = { inbox_id?: number; team_id?: number; agent_id?: number; tag_id?: number }
export type Days = { from: string; to: string }
/**
 * Which facts are looked at: those of some days (both included) in a zone, and whose. `generation`: of their sums, null while they have to be
 * added up first. `newest`: the last day of which anything was counted.
 */
export type Scope = Days & Zone & { filters: Filters }
export type Zone = { time_zone: string; generation: number | null; newest: string | null }

const DAY = 86_400_000
const dims = ['inbox', 'team', 'agent', 'tag'] as const

export const filtersOf = ({ inbox_id, team_id, agent_id, tag_id }: Filters): Filters => ({
  inbox_id,
  team_id,
  agent_id,
  tag_id,
})

export const scopeOf = async (db: Db, query: Days & Filters): Promise<Scope> => ({
  from: query.from,
  to: query.to,
  filters: filtersOf(query),
  ...(await zoneOfSums(db)),
})

/** It follows the workspace's. */
export async function zoneOfSums(db: Db): Promise<Zone> {
  const { now, counted_up_to } = (await readState(db)) ?? {}
  if (!now) return { time_zone: await zoneOfWorkspace(db), generation: 0, newest: null }
  const { time_zone, steps, generation } = now
  return {
    time_zone,
    generation: steps === stepsInForce ? generation : null,
    newest: counted_up_to ? dateAt(time_zone, counted_up_to) : null,
  }
}

/** As many days just before. */
export function previousDays({ from, to }: Days): Days {
  const before = plusDays(from, -1)
  return { from: plusDays(before, -Math.round((Date.parse(to) - Date.parse(from)) / DAY)), to: before }
}

/** The date that it is there at an instant. */
const dateAt = (time_zone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(time_zone, at.getTime())).toISOString().slice(0, 10)

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The first moment of a date. */
export const startOf = (date: string, time_zone: string): RawBuilder<Date> =>
  sql`(${date}::date::timestamp at time zone ${time_zone}::text)`

/** What sums are told apart by. */
export type Place = { generation: number; dim: Breakdown | 'all'; id: number | null }

/** Where the sums of exactly these filters lie; null when they are none, for two filters and more are counted fact by fact. */
export function summedAs({ filters, generation }: Scope): (Place & { id: number }) | null {
  if (generation === null) return null
  const asked = dims.flatMap((dim) => {
    const id = filters[`${dim}_id`]
    return id === undefined ? [] : [{ generation, dim, id }]
  })
  return asked.length === 0
    ? { generation, dim: 'all', id: 0 }
    : asked.length === 1
      ? (asked[0] ?? null)
      : null
}

/** The same as a condition on `report_facts f`. */
export function factsIn({ from, to, filters, time_zone }: Scope): RawBuilder<unknown> {
  const { inbox_id, team_id, agent_id, tag_id } = filters
  return sql.join(
    [
      sql`f.at >= ${startOf(from, time_zone)} and f.at < ${startOf(plusDays(to, 1), time_zone)}`,
      ...(inbox_id === undefined ? [] : [sql`f.inbox_id = ${inbox_id}`]),
      ...(team_id === undefined ? [] : [sql`f.team_id = ${team_id}`]),
      ...(agent_id === undefined ? [] : [sql`f.agent_id = ${agent_id}`]),
      ...(tag_id === undefined ? [] : [hasTag(tag_id)]),
    ],
    sql` and `,
  )
}

const hasTag = (tag_id: number) => sql`f.conversation_id in (
  select t.conversation_id from report_conversations t where t.tag_ids && array[${tag_id}::bigint])`

/**
 * Whole months and the days around them, in which sums lie: a year is twelve months. `to` is not included. A month of which nothing was
 * counted after the days is as good as whole.
 */
export function spansOf(
  scope: Pick<Scope, 'from' | 'to' | 'newest'>,
): { grain: 'day' | 'month'; from: string; to: string }[] {
  const isOver = scope.newest !== null && scope.newest <= scope.to
  const end = isOver ? monthFrom(plusDays(scope.to, 1)) : plusDays(scope.to, 1)
  const [first, last] = [monthFrom(scope.from), `${end.slice(0, 7)}-01`]
  if (first >= last) return [{ grain: 'day', from: scope.from, to: end }]
  return [
    { grain: 'day', from: scope.from, to: first },
    { grain: 'month', from: first, to: last },
    { grain: 'day', from: last, to: end },
  ]
}

/** Each of them as a condition on `s`. */
export const slotsIn = (scope: Scope): RawBuilder<unknown>[] =>
  spansOf(scope).map(
    ({ grain, from, to }) =>
      sql`(s.grain = ${grain} and s.slot >= ${startOf(from, scope.time_zone)} and s.slot < ${startOf(to, scope.time_zone)})`,
  )

export const slotsOf = (scope: Scope): RawBuilder<unknown> => sql`(${sql.join(slotsIn(scope), sql` or `)})`

/** The first day of a month that is not before. */
function monthFrom(date: string): string {
  if (date.endsWith('-01')) return date
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
