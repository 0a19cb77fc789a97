import { parseCronItem } from 'graphile-worker'

const minuteMs = 60_000
/** Also finds the time of a schedule that runs once a month. */
const searchedMinutes = 35 * 24 * 60

/** The last time until `now` at which a cron expression (in UTC) was due; null if it is rarer than once a month. */
export const lastScheduledTime = (schedule: string, now: Date): Date | null => findTime(schedule, now, 0, -1)

/** The next time after `now`; null if that is more than a month away. */
export const nextScheduledTime = (schedule: string, now: Date): Date | null => findTime(schedule, now, 1, 1)

function findTime(schedule: string, now: Date, first: number, step: 1 | -1): Date | null {
  const { match } = parseCronItem({ task: 'schedule', match: schedule })
  const minute = now.getTime() - (now.getTime() % minuteMs)
  for (let count = 0; count < searchedMinutes; count++) {
    const at = new Date(minute + (first + count * step) * minuteMs)
    const digest = {
      ...{ min: at.getUTCMinutes(), hour: at.getUTCHours(), date: at.getUTCDate() },
      ...{ month: at.getUTCMonth() + 1, dow: at.getUTCDay() },
    }
    if (match(digest)) return at
  }
  return null
}

/** Whether the text is a cron expression with five fields: minute, hour, day, month and weekday. */
export function isSchedule(text: string): boolean {
  // graphile-worker also understands names of schedules and options after the fields.
  if (!/^(?:[\d*,/-]+\s+){4}[\d*,/-]+$/.test(text)) return false
  try {
    parseCronItem({ task: 'schedule', match: text })
    return true
  } catch {
    return false
  }
}
