import { liveMeasures } from '@parley/contract/reports/report-measures'
import type { TFunction } from 'i18next'
import { durationText } from '../../../format/duration.ts'
import { clockInZone, hourText, longDay, periodText, weekdayName } from '../data/report-format.ts'
import { dayInZone } from '../scope/period.ts'
import type { Drilldown } from '../scope/report-search.ts'
import type { ReportContext } from '../scope/use-report-context.ts'

/** The title of the list: "New conversations", "Late first replies". */
export const drilldownTitle = ({ measure }: Drilldown, t: TFunction): string => t(`reports.list.${measure}`)

/** The period and filters of the list. */
export function drilldownDescription(
  drilldown: Drilldown,
  { period, today, time_zone }: ReportContext,
  t: TFunction,
): string {
  if (liveMeasures.some((one) => one === drilldown.measure)) return t('reports.now')
  const { since, until, weekday: day, hour, min_seconds, max_seconds, rating, nobody } = drilldown
  return [
    since && until ? spanText(since, until, time_zone) : periodText(period, today.slice(0, 4)),
    day !== undefined && weekdayName(day, 'long'),
    hour !== undefined && `${hourText(hour)}–${hourText((hour + 1) % 24)}`,
    min_seconds !== undefined && bucketText(min_seconds, max_seconds, t),
    rating !== undefined && t('reports.rating', { count: rating }),
    nobody && t(`reports.nobody.${nobody}`),
    time_zone,
  ]
    .filter(Boolean)
    .join(', ')
}

const DAY_MS = 86_400_000
const DST_TOLERANCE_MS = DAY_MS / 12

/** An hour, a day or a week of a series. A day can have 23 or 25 hours. */
function spanText(since: string, until: string, time_zone: string): string {
  const length = Date.parse(until) - Date.parse(since)
  const first = dayInZone(time_zone, new Date(since))
  const last = dayInZone(time_zone, new Date(Date.parse(until) - 1))
  if (first !== last) return periodText({ from: first, to: last }, last.slice(0, 4))
  if (length > DAY_MS - DST_TOLERANCE_MS) return longDay(first)
  return `${longDay(first)}, ${clockInZone(time_zone, since)}–${clockInZone(time_zone, until)}`
}

/** A bucket of the first reply histogram. */
export function bucketText(from: number, to: number | null | undefined, t: TFunction): string {
  const duration = (seconds: number) => durationText(seconds * 1000)
  if (to === null || to === undefined) return t('reports.first_replies.over', { time: duration(from) })
  if (from === 0) return t('reports.first_replies.under', { time: duration(to) })
  return t('reports.first_replies.between', { from: duration(from), to: duration(to) })
}
