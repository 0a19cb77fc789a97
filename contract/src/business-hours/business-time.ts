import { offsetAt, offsetsBetween } from './time-zone-offset.ts'

/** Minutes since midnight, end exclusive: 9:00 to 17:00 is [540, 1020]; midnight at the end of the day is 1440. */
export type MinuteSpan = readonly [from: number, to: number]

/**
 * When work is done. An instant is open if its local time is within an interval of that weekday and its date is not a holiday
 * (docs/decisions/0022-business-hours-in-local-time.md). `always_open` ignores intervals and holidays.
 */
export type Calendar = {
  always_open: boolean
  /** Seven lists, Sunday first, each sorted and without overlaps. */
  week: readonly (readonly MinuteSpan[])[]
  /** Dates as `2026-12-25`. */
  holidays: ReadonlySet<string>
  /** Yearly holidays as `12-25`, with their first year. A date that a year does not have (29 February) is skipped. */
  yearly?: ReadonlyMap<string, number>
  /** An IANA time zone, such as `Europe/Berlin`. */
  time_zone: string
}

const MINUTE = 60_000
const DAY = 86_400_000
/** No deadline is further away. It also bounds the search in a calendar that never opens. */
const HORIZON = 3660 * DAY

export function isOpen(calendar: Calendar, at: Date): boolean {
  if (calendar.always_open) return true
  const local = at.getTime() + offsetAt(calendar.time_zone, at.getTime())
  const date = Math.floor(local / DAY)
  const minute = (local - date * DAY) / MINUTE
  return spansOn(calendar, date).some(([from, to]) => from <= minute && minute < to)
}

/** The instant at which `milliseconds` of open time have passed since `from`; null if that takes more than ten years. */
export function addWorkingTime(calendar: Calendar, from: Date, milliseconds: number): Date | null {
  if (!(milliseconds >= 0)) throw new RangeError('Working time cannot be negative')
  if (calendar.always_open || milliseconds === 0) return new Date(from.getTime() + milliseconds)
  let remaining = milliseconds
  for (const [start, end] of openIntervals(calendar, from.getTime(), from.getTime() + HORIZON)) {
    if (end - start >= remaining) return new Date(start + remaining)
    remaining -= end - start
  }
  return null
}

/** The open milliseconds between two instants; 0 if `to` is not later than `from`. */
export function workingTimeBetween(calendar: Calendar, from: Date, to: Date): number {
  if (calendar.always_open) return Math.max(0, to.getTime() - from.getTime())
  let sum = 0
  for (const [start, end] of openIntervals(calendar, from.getTime(), to.getTime())) sum += end - start
  return sum
}

/** `from` itself if it is open, otherwise the next open instant; null if there is none within ten years. */
export function nextOpening(calendar: Calendar, from: Date): Date | null {
  if (isOpen(calendar, from)) return from
  const [first] = openIntervals(calendar, from.getTime(), from.getTime() + HORIZON)
  return first ? new Date(first[0]) : null
}

/** The open intervals within [from, to), in order. Adjacent intervals are not merged, as nothing needs the next closing time. */
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

/** `date` is in days since 1970-01-01, which was a Thursday. */
function spansOn({ week, holidays, yearly }: Calendar, date: number): readonly MinuteSpan[] {
  const weekday = (((date + 4) % 7) + 7) % 7
  const spans = week[weekday] ?? []
  if (spans.length === 0 || (holidays.size === 0 && !yearly?.size)) return spans
  const day = new Date(date * DAY).toISOString().slice(0, 10)
  const first = yearly?.get(day.slice(5))
  return holidays.has(day) || (first !== undefined && first <= Number(day.slice(0, 4))) ? [] : spans
}
