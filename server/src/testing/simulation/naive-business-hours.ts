/** Business hours in the API's format, with a time zone. */
export type SimpleHours = {
  hours: Record<string, { spans: { open: string; close: string }[] }>
  holidays: { date: string }[]
  time_zone: string
}

const minute = 60_000

/**
 * Whether each minute from `from` on is open, determined one by one with the platform's calendar: slow, but simple enough to trust.
 * Intervals and offset changes fall on whole minutes.
 */
export function naiveBusinessHours({ hours, holidays, time_zone }: SimpleHours, from: Date, days: number) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: time_zone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const holidayDates = new Set(holidays.map(({ date }) => date))
  const start = Math.floor(from.getTime() / minute)
  const open = new Uint8Array(days * 1440)
  for (let n = 0; n < open.length; n++) {
    const part: Record<string, string> = {}
    for (const { type, value } of format.formatToParts((start + n) * minute)) part[type] = value
    if (holidayDates.has(`${part.year}-${part.month}-${part.day}`)) continue
    const time = `${part.hour}:${part.minute}`
    const spans = hours[part.weekday ?? '']?.spans ?? []
    open[n] = spans.some((span) => span.open <= time && (time < span.close || span.close === '00:00')) ? 1 : 0
  }
  return {
    /** When this many open milliseconds have passed within the spans; null if they are not enough. */
    deadline(spans: readonly { from: number; to: number }[], milliseconds: number): number | null {
      let remaining = milliseconds
      for (const { at, end } of minutesOf(spans)) {
        const n = Math.floor(at / minute) - start
        if (n < 0 || n >= open.length) return null
        if (!open[n]) continue
        if (end - at >= remaining) return at + remaining
        remaining -= end - at
      }
      return null
    },
  }
}
export type NaiveBusinessHours = ReturnType<typeof naiveBusinessHours>

/** The minutes of these spans in order; the first and the last of a span may be shorter. */
function* minutesOf(spans: readonly { from: number; to: number }[]): Generator<{ at: number; end: number }> {
  for (const { from, to } of spans)
    for (let at = from; at < to; ) {
      const end = Math.min((Math.floor(at / minute) + 1) * minute, to)
      yield { at, end }
      at = end
    }
}
