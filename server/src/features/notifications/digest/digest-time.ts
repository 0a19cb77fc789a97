import { offsetAt, offsetsBetween } from '@parley/contract/business-hours/time-zone-offset'

const hourLong = 3_600_000
const dayLong = 24 * hourLong

/**
 * The first instant after `after` at which clocks of the zone show this full hour. Where clocks skip it, the instant at which they do; where
 * they show it twice, the first.
 */
export function nextOccurrenceOfHour(hour: number, time_zone: string, after: Date): Date {
  const today = Math.floor((after.getTime() + offsetAt(time_zone, after.getTime())) / dayLong) * dayLong
  // The skipped hour of tomorrow can be today's last; two days on there is one for certain.
  for (let day = today - dayLong; ; day += dayLong) {
    const at = toInstant(day + hour * hourLong, time_zone)
    if (at > after.getTime()) return new Date(at)
  }
}

/** `local` is what the clocks show, as if it were UTC. */
function toInstant(local: number, time_zone: string): number {
  const guess = local - offsetAt(time_zone, local)
  const stretches = offsetsBetween(time_zone, guess - 6 * hourLong, guess + 6 * hourLong)
  for (const { start, end, offset } of stretches)
    if (start <= local - offset && local - offset < end) return local - offset
  return stretches.at(-1)?.start ?? guess
}
