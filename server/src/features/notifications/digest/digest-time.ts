import { offsetAt, offsetsBetween } from '@parley/contract/business-hours/time-zone-offset'

const hourLong = 3_600_000
const dayLong = 24 * hourLong

/**
 * The first instant after `after` at which the local time in the zone is this full hour. If a clock change skips the hour, the instant of
 * the change; if the hour occurs twice, the first occurrence.
 */
export function nextOccurrenceOfHour(hour: number, time_zone: string, after: Date): Date {
  const today = Math.floor((after.getTime() + offsetAt(time_zone, after.getTime())) / dayLong) * dayLong
  // Tomorrow's skipped hour can fall on the last hour of today, but two days later there certainly is one.
  for (let day = today - dayLong; ; day += dayLong) {
    const at = toInstant(day + hour * hourLong, time_zone)
    if (at > after.getTime()) return new Date(at)
  }
}

/** `local` is the local time as if it were UTC. */
function toInstant(local: number, time_zone: string): number {
  const estimate = local - offsetAt(time_zone, local)
  const stretches = offsetsBetween(time_zone, estimate - 6 * hourLong, estimate + 6 * hourLong)
  for (const { start, end, offset } of stretches)
    if (start <= local - offset && local - offset < end) return local - offset
  return stretches.at(-1)?.start ?? estimate
}
