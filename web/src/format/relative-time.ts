export type RelativeTime =
  | { unit: 'now' }
  | { unit: 'minute' | 'hour' | 'day'; count: number }
  | { unit: 'date' }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time since an instant, rounded down; from seven days on a date is clearer. A clock slightly ahead of ours reads as now. */
export function relativeTime(then: Date, now: Date): RelativeTime {
  const age = now.getTime() - then.getTime()
  if (age < MINUTE) return { unit: 'now' }
  if (age < HOUR) return { unit: 'minute', count: Math.floor(age / MINUTE) }
  if (age < DAY) return { unit: 'hour', count: Math.floor(age / HOUR) }
  if (age < 7 * DAY) return { unit: 'day', count: Math.floor(age / DAY) }
  return { unit: 'date' }
}
