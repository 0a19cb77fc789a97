import { catalogueLocale, readerLocale } from '../format/locale.ts'
import { dateIn, dayMs } from '../lib/time-phrases/wall-time.ts'

/** Tue 1 Dec, 09:00 in the time zone; with the year if it is another one. */
export function formatTime(at: Date, now: Date, timeZone: string, locale = readerLocale()): string {
  const year = (date: Date) => new Date(dateIn(timeZone, date.getTime())).getUTCFullYear()
  const day = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(year(at) !== year(now) && { year: 'numeric' }),
    timeZone,
  })
  return `${day.format(at)}, ${new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(at)}`
}

/** "in 6 days", "tomorrow", "in 3 hours": days by the calendar of the time zone. */
export function formatDistance(at: Date, now: Date, time_zone: string): string {
  const format = new Intl.RelativeTimeFormat(catalogueLocale(), { numeric: 'auto' })
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000)
  const days = Math.round((dateIn(time_zone, at.getTime()) - dateIn(time_zone, now.getTime())) / dayMs)
  if (minutes < 60) return format.format(Math.max(1, minutes), 'minute')
  if (days === 0 || minutes < 12 * 60) return format.format(Math.round(minutes / 60), 'hour')
  return days < 60 ? format.format(days, 'day') : format.format(Math.round(days / 30.4), 'month')
}
