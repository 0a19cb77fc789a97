import type { TFunction } from 'i18next'
import { readerLocale } from '../../../format/locale.ts'

export const frequencies = ['off', 'daily', 'weekly', 'custom'] as const

/** What the form shows of a cron expression. `time` is in UTC, such as "03:00"; `weekday` is from 0 (Sunday) to 6. */
export type ScheduleFields = {
  frequency: (typeof frequencies)[number]
  time: string
  weekday: number
  cron: string
}

const defaults: ScheduleFields = { frequency: 'off', time: '03:00', weekday: 0, cron: '0 3 * * *' }

export function parseSchedule(schedule: string | null): ScheduleFields {
  if (schedule === null) return defaults
  const match = /^(\d{1,2}) (\d{1,2}) \* \* (\*|[0-7])$/.exec(schedule)
  if (!match) return { ...defaults, frequency: 'custom', cron: schedule }
  const [, minute = '', hour = '', weekday = '*'] = match
  return {
    ...{ frequency: weekday === '*' ? 'daily' : 'weekly', cron: schedule },
    time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`,
    weekday: weekday === '*' ? defaults.weekday : Number(weekday) % 7,
  }
}

export function formatSchedule({ frequency, time, weekday, cron }: ScheduleFields): string | null {
  if (frequency === 'off') return null
  if (frequency === 'custom') return cron.trim()
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${frequency === 'weekly' ? weekday : '*'}`
}

/** Such as "Every day at 03:00 UTC". */
export function describeSchedule(t: TFunction, schedule: string | null): string {
  const { frequency, time, weekday, cron } = parseSchedule(schedule)
  return t(`system.backup.schedule.${frequency}`, { time, weekday: weekdayName(weekday), cron })
}

export const weekdayName = (weekday: number): string =>
  // 4 January 1970 was a Sunday.
  new Intl.DateTimeFormat(readerLocale(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(1970, 0, 4 + weekday)),
  )
