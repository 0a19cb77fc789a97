import { casual, GB } from 'chrono-node/en'
import { type DateContext, type DatePhrase, nextDate } from './date-phrase.ts'
import { calendarDate } from './wall-time.ts'

/** A leap year, so that 29 February is a date. The library's own reading of "today" is never used. */
const reference = { instant: new Date(Date.UTC(2028, 0, 1)), timezone: 0 }

/**
 * Dates in words, such as "24 dec", "december 24th 2027" or "the third of january". Of what the library finds, only the
 * parts count that the text names: it never guesses a day, a year or a time here.
 */
export function parseWrittenDate(phrase: string, { today, order }: DateContext): DatePhrase | null {
  // The library takes the number in "dec 24" for a year.
  const text = phrase.replace(/^the /, '').replace(/^([a-z]+) (\d{1,2})(?=$| )/, '$2 $1')
  if (!/[a-z]{3}/.test(text)) return null
  const [result, ...more] = (order === 'day_first' ? GB : casual).parse(text, reference)
  if (!result || more.length > 0 || result.end || result.text.length < text.length) return null
  const { start } = result
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')]
  const isDate = start.isCertain('day') && start.isCertain('month') && !start.isCertain('hour')
  if (!isDate || month === null || day === null || year === null) return null
  if (!start.isCertain('year')) return nextDate(today, month, day)
  return /\d{4}/.test(text) ? { date: calendarDate(year, month, day) } : null
}
