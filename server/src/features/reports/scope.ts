import type { Breakdown } from '@parley/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { readState } from './state.ts'
import { zoneOfWorkspace } from './zone.ts'

export type Filters = { inbox_id?: number; team_id?: number; agent_id?: number; tag_id?: number }
export type Days = { from: string; to: string }
/** Which facts are looked at: those of some days (both included) in a zone, and whose. */
export type Scope = Days & { filters: Filters; time_zone: string; generation: number }

const DAY = 86_400_000
const dims = ['inbox', 'team', 'agent', 'tag'] as const

export const filtersOf = ({ inbox_id, team_id, agent_id, tag_id }: Filters): Filters => ({
  inbox_id,
  team_id,
  agent_id,
  tag_id,
})

/** In the zone of the sums, which follows the workspace's. `generation`: theirs (state.ts). */
export async function scopeOf(db: Db, query: Days & Filters): Promise<Scope> {
  const { time_zone, generation } = (await readState(db))?.now ?? {
    time_zone: await zoneOfWorkspace(db),
    generation: 0,
  }
  return { from: query.from, to: query.to, filters: filtersOf(query), time_zone, generation }
}

/** As many days just before. */
export function previousDays({ from, to }: Days): Days {
  const before = plusDays(from, -1)
  return { from: plusDays(before, -Math.round((Date.parse(to) - Date.parse(from)) / DAY)), to: before }
}

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The first moment of a date. */
export const startOf = (date: string, time_zone: string): RawBuilder<Date> =>
  sql`(${date}::date::timestamp at time zone ${time_zone}::text)`

/** Where the sums of exactly these filters lie; null when they are none, for two filters and more are counted fact by fact. */
export function summedAs(filters: Filters): { dim: Breakdown | 'all'; id: number } | null {
  const asked = dims.flatMap((dim) => {
    const id = filters[`${dim}_id`]
    return id === undefined ? [] : [{ dim, id }]
  })
  return asked.length === 0 ? { dim: 'all', id: 0 } : asked.length === 1 ? (asked[0] ?? null) : null
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

/** Whole months and the days around them, in which sums lie: a year is twelve months. `to` is not included. */
export function spansOf({ from, to }: Days): { grain: 'day' | 'month'; from: string; to: string }[] {
  const end = plusDays(to, 1)
  const [first, last] = [monthFrom(from), `${end.slice(0, 7)}-01`]
  if (first >= last) return [{ grain: 'day', from, to: end }]
  return [
    { grain: 'day', from, to: first },
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
