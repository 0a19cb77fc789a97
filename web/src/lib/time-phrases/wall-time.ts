import { offsetAt } from '@parley/contract/business-hours/time-zone-offset'

/** A calendar date, as midnight UTC in milliseconds. */
export type CalendarDate = number
export type ClockTime = { hour: number; minute: number }

export const dayMs = 86_400_000

export const calendarDate = (year: number, month: number, day: number): CalendarDate =>
  Date.UTC(year, month - 1, day)

/** The date in a time zone. */
export const dateIn = (time_zone: string, at: number): CalendarDate =>
  Math.floor((at + offsetAt(time_zone, at)) / dayMs) * dayMs

export const addDays = (date: CalendarDate, days: number): CalendarDate => date + days * dayMs

/** The same day of a later month, or that month's last day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const from = new Date(date)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay))
}

/**
 * The instant at which clocks in the zone show this time. A time that clocks skip is moved by what they skip; of a time
 * that they show twice, it is the first that is still to come.
 */
export function toInstant(
  date: CalendarDate,
  { hour, minute }: ClockTime,
  { time_zone, after }: { time_zone: string; after: number },
): number {
  const local = date + (hour * 60 + minute) * 60_000
  const offsets = [offsetAt(time_zone, local - dayMs), offsetAt(time_zone, local + dayMs)]
  const matches = [...new Set(offsets.map((offset) => local - offset))]
    .filter((at) => at + offsetAt(time_zone, at) === local)
    .toSorted((a, b) => a - b)
  const last = matches.at(-1)
  return last === undefined ? local - Math.min(...offsets) : (matches.find((at) => at > after) ?? last)
}
