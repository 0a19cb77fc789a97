import { durationPartText, durationText } from '../../../format/duration.ts'
import { readerLocale } from '../../../format/locale.ts'
import { type Day, dayToMs, type Period } from '../scope/period.ts'

const DAY_S = 86_400

/** 1,204 */
export const formatCount = (value: number, locale = readerLocale()): string =>
  new Intl.NumberFormat(locale).format(value)

/** 4.6 */
export const formatDecimal = (value: number, locale = readerLocale()): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)

/** 94.1% for a share from 0 to 1; no decimals for whole percentages. */
export const formatPercent = (share: number, locale = readerLocale()): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** 42m, 3h 20m, 2d 4h */
export function formatSeconds(seconds: number): string {
  const duration = durationText(seconds * 1000)
  const hours = Math.floor((seconds % DAY_S) / 3600)
  // From two days on, durationText only has days: fine for a target, too coarse for an average.
  return seconds < 2 * DAY_S || hours === 0
    ? duration
    : `${duration} ${durationPartText({ unit: 'hour', count: hours })}`
}

/** 22 Oct – 20 Nov; with years unless the period ends in the current year. */
export function periodText({ from, to }: Period, this_year: string, locale = readerLocale()): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    ...(to.slice(0, 4) !== this_year && { year: 'numeric' }),
    timeZone: 'UTC',
  })
  return from === to ? format.format(dayToMs(from)) : format.formatRange(dayToMs(from), dayToMs(to))
}

/** 22 Oct */
export const shortDay = (day: Day, locale = readerLocale()): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(dayToMs(day))

/** Thu 22 October */
export const longDay = (day: Day, locale = readerLocale()): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(dayToMs(day))

// 5 January 1970 was a Monday.
const MONDAY_MS = 4 * 86_400_000
/** Monday is 0, Sunday is 6. */
export const weekdayName = (day: number, style: 'short' | 'long', locale = readerLocale()): string =>
  new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(MONDAY_MS + day * 86_400_000)

/** 09:00 */
export const hourText = (hour: number, locale = readerLocale()): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(hour * 3_600_000)

/** 09:00 in a time zone. */
export const clockInZone = (time_zone: string, at: string, locale = readerLocale()): string =>
  new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: time_zone }).format(new Date(at))
