import { runThreadJob } from '../../../run-in-thread.ts'
import { type CalendarDays, parseHolidays, UnreadableCalendar } from './parse-holidays.ts'

export type CalendarJob = { ics: string; first_year: number; most: number }
export type CalendarResult = { ok: true; days: CalendarDays } | { ok: false; reason: string }

function read({ ics, first_year, most }: CalendarJob): CalendarResult {
  try {
    return { ok: true, days: parseHolidays(ics, first_year, most) }
  } catch (error) {
    if (error instanceof UnreadableCalendar) return { ok: false, reason: error.message }
    return { ok: false, reason: 'This calendar can’t be read. Export it again, or enter the days manually' }
  }
}

runThreadJob(read)
