import { readCount } from './counts.ts'
import { endOfDay } from './time-of-day.ts'
import { addDays, addMonths, type CalendarDate, type ClockTime, calendarDate } from './wall-time.ts'

/** How day and month were read in a date such as 12/3. */
export type DayOrder = 'day_first' | 'month_first'
export type DatePhrase = { date: CalendarDate; time?: ClockTime; order?: DayOrder }
export type DateContext = { today: CalendarDate; order: DayOrder }

/** A day, or null: "tomorrow", "next week", "end of month", "24/12". Days without a year are in the future. */
export function parseDatePhrase(phrase: string, context: DateContext): DatePhrase | null {
  const text = phrase.replace(/^(?:on|by) /, '')
  return (
    parseDayWord(text, context.today) ??
    parseWeekday(text, context.today) ??
    parseCountedDays(text, context.today) ??
    parsePeriod(text, context.today) ??
    parseNumericDate(text, context) ??
    parseOrdinal(text, context.today)
  )
}

const dayWords: Record<string, number> = {
  yesterday: -1,
  today: 0,
  tomorrow: 1,
  tomorow: 1,
  tommorow: 1,
  tmr: 1,
  tmrw: 1,
  tom: 1,
  'the day after tomorrow': 2,
  'day after tomorrow': 2,
}

function parseDayWord(text: string, today: CalendarDate): DatePhrase | null {
  const days = dayWords[text]
  return days === undefined ? null : { date: addDays(today, days) }
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const weekdayPattern =
  'mon(?:day)?|tue(?:s|sday)?|wed(?:s|nesday)?|thu(?:r|rs|rsday)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?'
const weekdayRegExp = new RegExp(`^(?:(this|coming|next) )?(${weekdayPattern})( next week)?$`)
const nextWeekRegExp = new RegExp(`^next week (?:on )?(${weekdayPattern})$`)

/** 0 for Monday. */
const weekdayOf = (date: CalendarDate) => (new Date(date).getUTCDay() + 6) % 7
const mondayOf = (date: CalendarDate) => addDays(date, -weekdayOf(date))

/** "mon" is the next Monday and never today; "next fri" is the Friday of next week. */
function parseWeekday(text: string, today: CalendarDate): DatePhrase | null {
  const named = weekdayRegExp.exec(text)
  const ofNextWeek = nextWeekRegExp.exec(text)
  const name = named?.[2] ?? ofNextWeek?.[1]
  if (!name) return null
  const weekday = weekdays.findIndex((full) => full.startsWith(name.slice(0, 3)))
  if (ofNextWeek || named?.[1] === 'next' || named?.[3])
    return { date: addDays(mondayOf(today), 7 + weekday) }
  return { date: addDays(today, (weekday - weekdayOf(today) + 7) % 7 || 7) }
}

const count = '(\\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
const countedRegExp = new RegExp(
  `^(?:(?:in|for) )?${count} ?(d|days?|w|wks?|weeks?|fortnights?|mo|months?|y|years?)(?: from now)?$`,
)

function parseCountedDays(text: string, today: CalendarDate): DatePhrase | null {
  const [, amount, unit = ''] = countedRegExp.exec(text) ?? []
  if (!amount) return null
  const n = readCount(amount)
  if (unit.startsWith('d')) return { date: addDays(today, n) }
  if (unit.startsWith('w')) return { date: addDays(today, 7 * n) }
  if (unit.startsWith('f')) return { date: addDays(today, 14 * n) }
  return { date: addMonths(today, unit.startsWith('m') ? n : 12 * n) }
}

const lastOfMonth = (date: CalendarDate, months = 0) => {
  const at = new Date(date)
  return calendarDate(at.getUTCFullYear(), at.getUTCMonth() + 2 + months, 0)
}
const yearOf = (date: CalendarDate) => new Date(date).getUTCFullYear()
const firstOfMonth = (date: CalendarDate, months: number) => addDays(lastOfMonth(date, months - 1), 1)

/** Weeks, weekends, months and years: where they start, or where their last working hour ends. */
const periods: Record<string, (today: CalendarDate) => DatePhrase> = {
  'next week': (today) => ({ date: addDays(mondayOf(today), 7) }),
  'next month': (today) => ({ date: firstOfMonth(today, 1) }),
  'next year': (today) => ({ date: calendarDate(yearOf(today) + 1, 1, 1) }),
  weekend: (today) => ({ date: addDays(today, (5 - weekdayOf(today) + 7) % 7 || 7) }),
  'next weekend': (today) => ({ date: addDays(mondayOf(today), 12) }),
  eow: (today) => ({ date: addDays(today, (4 - weekdayOf(today) + 7) % 7), time: endOfDay }),
  'end of next week': (today) => ({ date: addDays(mondayOf(today), 11), time: endOfDay }),
  eom: (today) => ({ date: lastOfMonth(today), time: endOfDay }),
  'end of next month': (today) => ({ date: lastOfMonth(today, 1), time: endOfDay }),
  eoy: (today) => ({ date: calendarDate(yearOf(today), 12, 31), time: endOfDay }),
}

function parsePeriod(text: string, today: CalendarDate): DatePhrase | null {
  const key = text
    .replace(/^(?:the|this) (?=weekend)/, '')
    .replace(/^(?:the )?end of (?:the |this )?(week|month|year)$/, (_, unit: string) => `eo${unit[0]}`)
    .replace(/^month end$/, 'eom')
  return periods[key]?.(today) ?? null
}

function parseNumericDate(text: string, { today, order }: DateContext): DatePhrase | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return validDate(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const match = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2})?)?$/.exec(text)
  if (!match) return null
  const [first, second] = [Number(match[1]), Number(match[3])]
  // Dots are only written where the day is first, and a day above 12 can't be a month.
  const wanted = match[2] === '.' ? 'day_first' : order
  const monthOf = (one: DayOrder) => (one === 'day_first' ? second : first)
  const used = monthOf(wanted) <= 12 ? wanted : wanted === 'day_first' ? 'month_first' : 'day_first'
  if (match[2] === '.' && used !== 'day_first') return null
  const [day, month] = used === 'day_first' ? [first, second] : [second, first]
  const isClear = match[2] === '.' || day > 12 || first === second
  const date = match[4] ? validDate(fullYear(match[4]), month, day) : nextDate(today, month, day)
  return date && (isClear ? date : { ...date, order: used })
}

const fullYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

function validDate(year: number, month: number, day: number): DatePhrase | null {
  const date = calendarDate(year, month, day)
  const at = new Date(date)
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? { date } : null
}

/** This day of the year, from today on. A 29 February is in the next leap year. */
export function nextDate(today: CalendarDate, month: number, day: number): DatePhrase | null {
  for (let year = yearOf(today); year <= yearOf(today) + 8; year++) {
    const valid = validDate(year, month, day)
    if (valid && valid.date >= today) return valid
  }
  return null
}

/** "the 3rd" is the next day with this number. */
function parseOrdinal(text: string, today: CalendarDate): DatePhrase | null {
  const day = Number(/^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/.exec(text)?.[1])
  if (!(day >= 1 && day <= 31)) return null
  for (let months = 0; months <= 12; months++) {
    const date = addDays(firstOfMonth(today, months), day - 1)
    if (date > today && new Date(date).getUTCDate() === day) return { date }
  }
  return null
}
