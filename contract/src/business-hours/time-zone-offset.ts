/** Local time minus UTC in milliseconds, from the platform's time zone data. Throws RangeError for an unknown zone. */
export function offsetAt(time_zone: string, at: number): number {
  const parts: Record<string, number> = {}
  for (const { type, value } of formatterFor(time_zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

export type OffsetInterval = { start: number; end: number; offset: number }

/** Splits [from, to) at a change of the UTC offset. The range is at most a day: no zone has ever changed its offset twice within one. */
export function offsetsBetween(time_zone: string, from: number, to: number): OffsetInterval[] {
  const before = offsetAt(time_zone, from)
  const after = offsetAt(time_zone, to - 1)
  if (before === after) return [{ start: from, end: to, offset: before }]
  let [old, changed] = [from, to - 1]
  while (changed - old > 1) {
    const middle = Math.floor((old + changed) / 2)
    if (offsetAt(time_zone, middle) === before) old = middle
    else changed = middle
  }
  return [
    { start: from, end: changed, offset: before },
    { start: changed, end: to, offset: after },
  ]
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter is a hundred times slower than using it. */
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timeZone, format)
  return format
}
