import { Worker } from 'node:worker_threads'
import { MOST_HOLIDAYS } from '@parley/contract/business-hours'
import { invalid } from '../../../http/errors.ts'
import type { CalendarDays } from './holidays.ts'
import type { CalendarJob, CalendarResult } from './thread.ts'

const tooMuch = 'This calendar takes too long to read. Choose one of holidays alone'

/**
 * Reads a calendar file where a hostile one can be stopped, by time and by memory: rules of repetition can be written that no day ever
 * meets, and looking for it would hold up everybody.
 * @throws InputException with what is wrong with the file
 */
export function readCalendarFile(ics: string, first_year: number, time_ms = 5_000): Promise<CalendarDays> {
  const workerData: CalendarJob = { ics, first_year, most: MOST_HOLIDAYS }
  const thread = new Worker(new URL('./thread.ts', import.meta.url), {
    name: 'calendar file',
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
  return new Promise<CalendarDays>((resolve, reject) => {
    const refuse = (reason: string) => reject(invalid('ics', reason))
    const timer = setTimeout(() => refuse(tooMuch), time_ms)
    thread
      .once('message', (result: CalendarResult) => (result.ok ? resolve(result.days) : refuse(result.reason)))
      .once('error', () => refuse(tooMuch))
      .once('exit', () => {
        clearTimeout(timer)
        refuse(tooMuch)
      })
  }).finally(() => thread.terminate())
}
