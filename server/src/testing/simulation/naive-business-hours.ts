/** Business hours as an administrator writes them, in a zone. */
export type SimpleHours = {
  hours: Record<string, { spans: { open: string; close: string }[] }>
  holidays: { date: string }[]
  time_zone: string
}

const minute = 60_000

/**
 * Every minute from `from` on with whether it is open, asked of the machine's calendar one by one: slow, and simple enough to believe. Spans
 * begin and end on whole minutes, and so do changes of clocks.
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
    /** When so many open milliseconds have passed within the spans, null when they do not suffice. */
    deadline(spans: readonly { from: number; to: number }[], milliseconds: number): number | null {
      let left = milliseconds
      for (const span of spans)
        for (let at = span.from; at < span.to; ) {
          const end = Math.min((Math.floor(at / minute) + 1) * minute, span.to)
          const n = Math.floor(at / minute) - start
          if (n < 0 || n >= open.length) return null
          if (open[n]) {
            if (end - at >= left) return at + left
            left -= end - at
          }
          at = end
        }
      return null
    },
  }
}
export type NaiveBusinessHours = ReturnType<typeof naiveBusinessHours>
