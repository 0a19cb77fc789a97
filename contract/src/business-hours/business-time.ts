import { offsetAt, offsetsBetween } from './time-zone-offset.ts'

/** From the first minute to the one it ends before, in minutes since midnight: 9:00 to 17:00 is [540, 1020], midnight at the end 1440. */
export type MinuteSpan = readonly [from: number, to: number]

/**
 * When work is done. A moment is open when the clocks of the zone show a time within a span of that weekday, on a date that is no holiday
 * (docs/decisions/0024). Always open is every moment: neither spans nor holidays are looked at.
 */
export type Calendar = {
  always_open: boolean
  /** Seven lists, Sunday first; each in order and without overlap. */
  week: readonly (readonly MinuteSpan[])[]
  /** Dates as `2026-12-25`. */
  holidays: ReadonlySet<string>
  /** Days that come again, as `12-25`, with the first year; one that a year lacks is left out. */
  yearly?: ReadonlyMap<string, number>
  /** IANA, such as `Europe/Berlin`. */
  time_zone: string
}

const MINUTE = 60_000
const DAY = 86_400_000
/** Nobody waits longer; a calendar of nothing but holidays ends here as well. */
const HORIZON = 3660 * DAY

export function isOpen(calendar: Calendar, at: Date): boolean {
  if (calendar.always_open) return true
  const local = at.getTime() + offsetAt(calendar.time_zone, at.getTime())
  const date = Math.floor(local / DAY)
  const minute = (local - date * DAY) / MINUTE
  return spansOn(calendar, date).some(([from, to]) => from <= minute && minute < to)
}

/** When `milliseconds` of open time have passed since `from`; null when that takes more than ten years. */
export function addWorkingTime(calendar: Calendar, from: Date, milliseconds: number): Date | null {
  if (!(milliseconds >= 0)) throw new RangeError('Working time is added, never taken away')
  if (calendar.always_open || milliseconds === 0) return new Date(from.getTime() + milliseconds)
  let left = milliseconds
  for (const [start, end] of openIntervals(calendar, from.getTime(), from.getTime() + HORIZON)) {
    if (end - start >= left) return new Date(start + left)
    left -= end - start
  }
  return null
}

/** The open milliseconds from one moment to a later one; 0 when it is not later. */
export function workingTimeBetween(calendar: Calendar, from: Date, to: Date): number {
  if (calendar.always_open) return Math.max(0, to.getTime() - from.getTime())
  let sum = 0
  for (const [start, end] of openIntervals(calendar, from.getTime(), to.getTime())) sum += end - start
  return sum
}

/** `from` itself when it is open, else the next moment that is; null when there is none within ten years. */
export function nextOpening(calendar: Calendar, from: Date): Date | null {
  if (isOpen(calendar, from)) return from
  const [first] = openIntervals(calendar, from.getTime(), from.getTime() + HORIZON)
  return first ? new Date(first[0]) : null
}

/** What is open within [from, to), in order. Stretches that touch stay two: nobody here asks for the next closing. */
function* openIntervals(calendar: Calendar, from: number, to: number): Generator<[number, number]> {
  for (let day = Math.floor(from / DAY) * DAY; day < to; day += DAY)
    for (const { start, end, offset } of offsetsBetween(calendar.time_zone, day, day + DAY))
      for (let date = Math.floor((start + offset) / DAY); date * DAY < end + offset; date++)
        for (const [first, last] of spansOn(calendar, date)) {
          const opening = Math.max(date * DAY + first * MINUTE - offset, start, from)
          const closing = Math.min(date * DAY + last * MINUTE - offset, end, to)
          if (opening < closing) yield [opening, closing]
        }
}

/** `date` in days since 1970-01-01, which was a Thursday. */
function spansOn({ week, holidays, yearly }: Calendar, date: number): readonly MinuteSpan[] {
  const weekday = (((date + 4) % 7) + 7) % 7
  const spans = week[weekday] ?? []
  if (spans.length === 0 || (holidays.size === 0 && !yearly?.size)) return spans
  const day = new Date(date * DAY).toISOString().slice(0, 10)
  const first = yearly?.get(day.slice(5))
  return holidays.has(day) || (first !== undefined && first <= Number(day.slice(0, 4))) ? [] : spans
}
