import { type DateContext, type DayOrder, parseDatePhrase } from './date-phrase.ts'
import { parseElapsedTime } from './elapsed-time.ts'
import { parseTimeOfDay, startOfDay } from './time-of-day.ts'
import { addDays, dateIn, toInstant } from './wall-time.ts'
import { parseWrittenDate } from './written-date.ts'

export type TimePhrase =
  /** `order` is set if day and month could be swapped. */
  { kind: 'time'; at: Date; order?: DayOrder | undefined } | { kind: 'past' } | { kind: 'unknown' }

type Context = { now: Date; time_zone: string; locale: string }

/**
 * The time that a phrase names, in the given time zone: "tomorrow 9", "mon", "2h30", "end of month". It is never in the
 * past. A day without a time starts at nine; a time without a day is the next one.
 */
export function parseTimePhrase(text: string, context: Context): TimePhrase {
  const phrase = normalise(text)
  const elapsed = parseElapsedTime(phrase)
  if (elapsed === 0) return { kind: 'past' }
  if (elapsed !== null) return { kind: 'time', at: new Date(context.now.getTime() + elapsed) }
  return nextTimeOfDay(phrase, context) ?? timeOfSomeDay(phrase, context) ?? { kind: 'unknown' }
}

/** A time without a day: today's, or tomorrow's once it is past. The end of the day is always today's. */
function nextTimeOfDay(phrase: string, { now, time_zone, locale }: Context): TimePhrase | null {
  const clock = parseTimeOfDay(phrase, uses12Hours(locale))
  if (!clock) return null
  const after = now.getTime()
  const today = dateIn(time_zone, after)
  const at = toInstant(today, clock, { time_zone, after })
  const isEndOfDay = /^(?:eod|cob)$/.test(phrase)
  if (at > after || isEndOfDay) return timeOrPast(at, after)
  return timeOrPast(toInstant(addDays(today, 1), clock, { time_zone, after }), after)
}

function timeOfSomeDay(phrase: string, { now, time_zone, locale }: Context): TimePhrase | null {
  const after = now.getTime()
  const context: DateContext = { today: dateIn(time_zone, after), order: dayOrder(locale) }
  for (const [day, time] of splits(phrase)) {
    const clock = time === null ? undefined : parseTimeOfDay(time, uses12Hours(locale))
    if (clock === null) continue
    const date = parseDatePhrase(day, context) ?? parseWrittenDate(day, context)
    if (!date) continue
    const at = toInstant(date.date, clock ?? date.time ?? startOfDay, { time_zone, after })
    return timeOrPast(at, after, date.order)
  }
  return null
}

const timeOrPast = (at: number, after: number, order?: DayOrder): TimePhrase =>
  at > after ? { kind: 'time', at: new Date(at), order } : { kind: 'past' }

/** All ways to read a phrase as a day, or as a day with a time before or after it. */
function splits(phrase: string): [day: string, time: string | null][] {
  const words = phrase.split(' ')
  const between = words.slice(1).map((_, index) => {
    const [head, tail] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return { head, tail }
  })
  return [
    [phrase, null],
    ...between.toReversed().map(({ head, tail }): [string, string] => [head, tail]),
    ...between.map(({ head, tail }): [string, string] => [tail, head]),
  ]
}

const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[,;]/g, ' ')
    .replace(/\b([ap])\.m\.?/g, '$1m')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:until|till|snooze|remind me|send) /, '')
    .replace(/\bend of (?:the )?day\b|\bclose of business\b/g, 'eod')
    .replace(/\btonight\b/g, 'today night')
    .replace(/\b(?:this|today) (morning|afternoon|evening|night)\b/g, 'today $1')

const uses12Hours = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true

const dayOrder = (locale: string): DayOrder => {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts(0)
  const first = parts.find(({ type }) => type === 'day' || type === 'month')
  return first?.type === 'month' ? 'month_first' : 'day_first'
}
