import { liveMeasures } from '@parley/contract/report-measures'
import type { TFunction } from 'i18next'
import { durationText } from '../../format/duration.ts'
import { dayIn } from './period.ts'
import type { Behind } from './search.ts'
import type { Scoped } from './use-scope.ts'
import { clockIn, hourText, longDay, periodText, weekday } from './words.ts'

/** What the list is a list of: "New conversations", "Late first replies". */
export const listName = ({ measure }: Behind, t: TFunction): string => t(`reports.list.${measure}`)

/** Which of them, from the days down to the cell of a chart. */
export function behindWords(behind: Behind, { period, today, time_zone }: Scoped, t: TFunction): string {
  if (liveMeasures.some((one) => one === behind.measure)) return t('reports.now')
  const { since, until, weekday: day, hour, min_seconds, max_seconds, rating, nobody } = behind
  return [
    since && until ? stretchText(since, until, time_zone) : periodText(period, today.slice(0, 4)),
    day !== undefined && weekday(day, 'long'),
    hour !== undefined && `${hourText(hour)}–${hourText((hour + 1) % 24)}`,
    min_seconds !== undefined && barText(min_seconds, max_seconds, t),
    rating !== undefined && t('reports.rating', { count: rating }),
    nobody && t(`reports.nobody.${nobody}`),
    time_zone,
  ]
    .filter(Boolean)
    .join(', ')
}

const DAY_MS = 86_400_000
const slack = DAY_MS / 12

/** An hour, a day or a week of a series. A day may have 23 hours or 25. */
function stretchText(since: string, until: string, time_zone: string): string {
  const length = Date.parse(until) - Date.parse(since)
  const first = dayIn(time_zone, new Date(since))
  const last = dayIn(time_zone, new Date(Date.parse(until) - 1))
  if (first !== last) return periodText({ from: first, to: last }, last.slice(0, 4))
  if (length > DAY_MS - slack) return longDay(first)
  return `${longDay(first)}, ${clockIn(time_zone, since)}–${clockIn(time_zone, until)}`
}

/** How long first replies took: a bar of the chart. */
export function barText(from: number, to: number | null | undefined, t: TFunction): string {
  const word = (seconds: number) => durationText(seconds * 1000, t)
  if (to === null || to === undefined) return t('reports.first_replies.over', { time: word(from) })
  if (from === 0) return t('reports.first_replies.under', { time: word(to) })
  return t('reports.first_replies.between', { from: word(from), to: word(to) })
}
