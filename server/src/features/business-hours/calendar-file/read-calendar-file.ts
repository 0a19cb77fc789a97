import { MAX_HOLIDAYS } from '@parley/contract/business-hours/business-hours'
import { invalid } from '../../../http/errors.ts'
import { runInThread, ThreadFailed } from '../../../run-in-thread.ts'
import type { CalendarJob, CalendarResult } from './calendar-worker.ts'
import type { CalendarDays } from './parse-holidays.ts'

const timeoutMessage = 'This calendar takes too long to read. Choose a calendar that contains only holidays'

/**
 * Parses a calendar file in a worker with time and memory limits: a hostile recurrence rule can match no day at all, and searching for one
 * would block the server.
 * @throws InputException that says what is wrong with the file
 */
export async function readCalendarFile(
  ics: string,
  first_year: number,
  time_ms = 5_000,
): Promise<CalendarDays> {
  const job: CalendarJob = { ics, first_year, most: MAX_HOLIDAYS }
  const url = new URL('./calendar-worker.ts', import.meta.url)
  const result = await runInThread<CalendarJob, CalendarResult>(url, job, {
    name: 'calendar file',
    time_ms,
    memory_mb: 128,
  }).catch((error) => {
    throw error instanceof ThreadFailed ? invalid('ics', timeoutMessage) : error
  })
  if (!result.ok) throw invalid('ics', result.reason)
  return result.days
}
