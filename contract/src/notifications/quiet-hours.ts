import { z } from 'zod'
import { offsetAt } from '../business-hours/time-zone-offset.ts'

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00')

/** When an agent wants neither push notifications nor sounds, by the clock in their time zone. May include midnight. */
export const QuietHours = z
  .object({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, { error: 'Choose two different times', path: ['until'] })
export type QuietHours = z.infer<typeof QuietHours>

/**
 * Whether the clock in the zone shows a time within the quiet hours. An hour that a clock change skips isn't quiet, and
 * one that it repeats is quiet twice.
 */
export function isQuiet(hours: QuietHours | null | undefined, time_zone: string, now: Date): boolean {
  if (!hours) return false
  const local = new Date(now.getTime() + offsetAt(time_zone, now.getTime()))
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes()
  const [from, until] = [minutesOf(hours.from), minutesOf(hours.until)]
  return from < until ? from <= minute && minute < until : minute >= from || minute < until
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
