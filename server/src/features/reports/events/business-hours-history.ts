import { BusinessHours, toCalendar } from '@parley/contract/business-hours/business-hours'
import { type Calendar, workingTimeBetween } from '@parley/contract/business-hours/business-time'
import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { parseStoredWeek } from '../../business-hours/stored-week.ts'
import { saveHoursChanges } from './business-hours-changes.ts'

export type HoursChange = { key: string; at: Date; before: unknown; after: unknown }

/**
 * Milliseconds within business hours between two times, using the business hours of the team, else the workspace, as they were at each
 * time.
 */
export type OpenTime = (team_id: number | null, from: Date, to: Date) => number

/** Current settings first, then all changes, so that a change in between is among the changes. */
export async function readBusinessHoursHistory(tx: Tx): Promise<OpenTime> {
  const { rows: now } = await sql<{ key: string; value: unknown }>`
    select key, value from settings where key in ('app.timezone', 'app.business_hours_id')
    union all select 'team:' || id || ':timezone', to_jsonb(timezone) from teams
    union all select 'team:' || id || ':business_hours_id', to_jsonb(business_hours_id) from teams
    union all select 'hours:' || id || ':hours', hours from business_hours
    union all select 'hours:' || id || ':holidays', holidays from business_hours
    union all select 'hours:' || id || ':is_always_open', to_jsonb(is_always_open) from business_hours`.execute(
    tx.db,
  )
  await saveHoursChanges(tx)
  const { rows } = await sql<HoursChange>`
    select key, at, before, after from report_hours_changes order by at, event_id`.execute(tx.db)
  return createOpenTime(rows, new Map(now.map(({ key, value }) => [key, value])))
}

/** `changes` in chronological order. */
export function createOpenTime(changes: readonly HoursChange[], now: ReadonlyMap<string, unknown>): OpenTime {
  const byKey = Map.groupBy(changes, ({ key }) => key)
  const moments = [...new Set(changes.map(({ at }) => at.getTime()))]
  const valueAt = (key: string, at: number): unknown => {
    const own = byKey.get(key) ?? []
    const last = own.findLast((change) => change.at.getTime() <= at)
    if (last) return last.after
    // Imported email predates the workspace; the first business hours apply to it.
    if (own[0]) return key.startsWith('app.') ? (own[0].before ?? own[0].after) : own[0].before
    return now.get(key)
  }
  const hoursAt = (id: unknown, at: number) => {
    const hours = id ? valueAt(`hours:${id}:hours`, at) : null
    if (!hours) return null
    return {
      is_always_open: valueAt(`hours:${id}:is_always_open`, at) === true,
      hours: parseStoredWeek(hours),
      holidays: BusinessHours.shape.holidays.parse(valueAt(`hours:${id}:holidays`, at) ?? []),
    }
  }
  const calendarAt = (team_id: number | null, at: number): Calendar => {
    const own = team_id === null ? null : hoursAt(valueAt(`team:${team_id}:business_hours_id`, at), at)
    if (own) return toCalendar(own, String(valueAt(`team:${team_id}:timezone`, at) || 'UTC'))
    const shared = hoursAt(valueAt('app.business_hours_id', at), at)
    const zone = String(valueAt('app.timezone', at) || 'UTC')
    return toCalendar(shared ?? { is_always_open: true, hours: {}, holidays: [] }, zone)
  }
  const calendars = new Map<string, Calendar>()
  const calendar = (team_id: number | null, at: number): Calendar => {
    // Constant between two changes.
    const key = `${team_id}@${moments.findLast((moment) => moment <= at)}`
    const cached = calendars.get(key) ?? calendarAt(team_id, at)
    calendars.set(key, cached)
    return cached
  }

  return (team_id, from, to) => {
    const [start, end] = [from.getTime(), to.getTime()]
    const cuts = [start, ...moments.filter((moment) => moment > start && moment < end), end]
    let open = 0
    for (const [n, cut] of cuts.slice(0, -1).entries())
      open += workingTimeBetween(calendar(team_id, cut), new Date(cut), new Date(cuts[n + 1] ?? cut))
    return open
  }
}
