import { parentPort, workerData } from 'node:worker_threads'
import { type CalendarDays, parseHolidays, UnreadableCalendar } from './parse-holidays.ts'

export type CalendarJob = { ics: string; first_year: number; most: number }
export type CalendarResult = { ok: true; days: CalendarDays } | { ok: false; reason: string }

const { ics, first_year, most } = workerData as CalendarJob // passed by read-calendar-file.ts

function read(): CalendarResult {
  try {
    return { ok: true, days: parseHolidays(ics, first_year, most) }
  } catch (error) {
    if (error instanceof UnreadableCalendar) return { ok: false, reason: error.message }
    return { ok: false, reason: 'This calendar can’t be read. Export it again, or enter the days manually' }
  }
}

parentPort?.postMessage(read())
