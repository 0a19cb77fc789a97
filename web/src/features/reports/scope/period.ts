/** A calendar day such as `2026-03-12`, without a time zone. */
export type Day = string
export type Period = { from: Day; to: Day }

export const ranges = ['today', '7d', '30d', '90d', 'month', 'last_month'] as const
export type Range = (typeof ranges)[number]
export const DEFAULT_RANGE: Range = '30d'

/** The day of an instant in a time zone. */
export const dayInZone = (time_zone: string, at: Date): Day =>
  // The Swedish locale formats dates as ISO 8601.
  new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone }).format(at)

/** The first and last day of a range, both inclusive. */
export function periodForRange(range: Range, today: Day): Period {
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case 'month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    case 'last_month': {
      const to = addDays(`${today.slice(0, 8)}01`, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
  }
}

export const addDays = (day: Day, count: number): Day => msToDay(dayToMs(day) + count * DAY_MS)

/** The number of days of a period, both ends included. */
export const countDays = ({ from, to }: Period): number =>
  Math.round((dayToMs(to) - dayToMs(from)) / DAY_MS) + 1

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayToMs(text)) && msToDay(dayToMs(text)) === text

/** Midnight of the day in UTC; only used for differences and weekdays. */
export const dayToMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

const DAY_MS = 86_400_000
const msToDay = (at: number): Day => new Date(at).toISOString().slice(0, 10)
