import { offsetAt } from '@parley/contract/business-hours/time-zone-offset'
import type { Breakdown } from '@parley/contract/reports/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { bucketsVersion } from '../rollups/histogram.ts'
import { readState } from '../rollups/rollup-state.ts'
import { readWorkspaceTimeZone } from '../workspace-time-zone.ts'

export type ReportFilters = { inbox_id?: number; team_id?: number; agent_id?: number; tag_id?: number }
export type DateRange = { from: string; to: string }
/**
 * The facts of a report: a range of days (inclusive) in a time zone, plus filters. `generation`: of the rollups, null while they have to be
 * rebuilt first. `newest`: the last day with any facts.
 */
export type ReportScope = DateRange & RollupZone & { filters: ReportFilters }
export type RollupZone = { time_zone: string; generation: number | null; newest: string | null }

const DAY = 86_400_000
const dimensions = ['inbox', 'team', 'agent', 'tag'] as const

export const pickFilters = ({ inbox_id, team_id, agent_id, tag_id }: ReportFilters): ReportFilters => ({
  inbox_id,
  team_id,
  agent_id,
  tag_id,
})

export const readScope = async (db: Db, query: DateRange & ReportFilters): Promise<ReportScope> => ({
  from: query.from,
  to: query.to,
  filters: pickFilters(query),
  ...(await readRollupZone(db)),
})

/** The time zone of the rollups, which follows the workspace's. */
export async function readRollupZone(db: Db): Promise<RollupZone> {
  const { current, counted_up_to } = (await readState(db)) ?? {}
  if (!current) return { time_zone: await readWorkspaceTimeZone(db), generation: 0, newest: null }
  const { time_zone, steps, generation } = current
  return {
    time_zone,
    generation: steps === bucketsVersion ? generation : null,
    newest: counted_up_to ? dateAt(time_zone, counted_up_to) : null,
  }
}

/** The range of the same length just before. */
export function previousRange({ from, to }: DateRange): DateRange {
  const before = addDays(from, -1)
  return { from: addDays(before, -Math.round((Date.parse(to) - Date.parse(from)) / DAY)), to: before }
}

/** The local date of an instant. */
const dateAt = (time_zone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(time_zone, at.getTime())).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The first instant of a date. */
export const startOfDate = (date: string, time_zone: string): RawBuilder<Date> =>
  sql`(${date}::date::timestamp at time zone ${time_zone}::text)`

/** Identifies a set of rollups. */
export type RollupKey = { generation: number; dim: Breakdown | 'all'; id: number | null }

/** The rollups for exactly these filters; null when there are none, because two or more filters are counted from facts. */
export function rollupKeyOf({ filters, generation }: ReportScope): (RollupKey & { id: number }) | null {
  if (generation === null) return null
  const filtered = dimensions.flatMap((dim) => {
    const id = filters[`${dim}_id`]
    return id === undefined ? [] : [{ generation, dim, id }]
  })
  return filtered.length === 0
    ? { generation, dim: 'all', id: 0 }
    : filtered.length === 1
      ? (filtered[0] ?? null)
      : null
}

/** The same scope as a condition on `report_facts f`. */
export function factCondition({ from, to, filters, time_zone }: ReportScope): RawBuilder<unknown> {
  const { inbox_id, team_id, agent_id, tag_id } = filters
  return sql.join(
    [
      sql`not f.is_hidden`,
      sql`f.at >= ${startOfDate(from, time_zone)} and f.at < ${startOfDate(addDays(to, 1), time_zone)}`,
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
 * Splits the range into whole months and the days around them, matching the rollups: a year is twelve months. `to` is exclusive. A month
 * without facts after the range counts as whole.
 */
function rollupSpans(
  scope: Pick<ReportScope, 'from' | 'to' | 'newest'>,
): { grain: 'day' | 'month'; from: string; to: string }[] {
  const isOver = scope.newest !== null && scope.newest <= scope.to
  const end = isOver ? nextMonthStart(addDays(scope.to, 1)) : addDays(scope.to, 1)
  const [first, last] = [nextMonthStart(scope.from), `${end.slice(0, 7)}-01`]
  if (first >= last) return [{ grain: 'day', from: scope.from, to: end }]
  return [
    { grain: 'day', from: scope.from, to: first },
    { grain: 'month', from: first, to: last },
    { grain: 'day', from: last, to: end },
  ]
}

/** Each span as a condition on `s`. */
export const slotConditions = (scope: ReportScope): RawBuilder<unknown>[] =>
  rollupSpans(scope).map(
    ({ grain, from, to }) =>
      sql`(s.grain = ${grain} and s.slot >= ${startOfDate(from, scope.time_zone)} and s.slot < ${startOfDate(to, scope.time_zone)})`,
  )

export const slotCondition = (scope: ReportScope): RawBuilder<unknown> =>
  sql`(${sql.join(slotConditions(scope), sql` or `)})`

/** The first of the month on or after the date. */
function nextMonthStart(date: string): string {
  if (date.endsWith('-01')) return date
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
