import type { Holiday, skipReasons } from '@parley/contract/business-hours/business-hours'
import { sanitiseName } from '@parley/contract/shared/fields'
import ICAL from 'ical.js'

type Skipped = { name: string; reason: (typeof skipReasons)[number] }
export type CalendarDays = { holidays: Holiday[]; skipped: Skipped[]; from: string; until: string }

/** The file is not valid; the message is shown to the user. */
export class UnreadableCalendar extends Error {
  override name = 'Unreadable'
}

/** This year and the next four. */
const years = 5
const maxEvents = 5000
/** Total number of recurrences that are expanded. */
const maxOccurrences = 100_000
/** Longer than any holiday; protects against a file that spans a century. */
const maxDays = 366

/**
 * The all-day events of a calendar file (RFC 5545) as holidays. Events that repeat yearly on the same date stay yearly; all others are
 * expanded within these years. Several events on one day become one holiday.
 * @throws UnreadableCalendar
 */
export function parseHolidays(ics: string, first_year: number, maxHolidays: number): CalendarDays {
  const window = { from: `${first_year}-01-01`, until: `${first_year + years - 1}-12-31` }
  const events = parseEvents(ics)
  const skipped: Skipped[] = []
  const days = new Map<string, Holiday>()
  const steps = { left: maxOccurrences }
  for (const event of events) {
    const reason = findSkipReason(event)
    if (reason) skipped.push({ name: nameOf(event), reason })
    else for (const holiday of holidaysOf(event, window, steps)) add(days, holiday)
  }
  const holidays = removeRedundant([...days.values()])
  if (holidays.length > maxHolidays)
    throw new UnreadableCalendar(
      `This calendar has more than ${maxHolidays} days off. Choose a calendar that contains only holidays`,
    )
  return { holidays, skipped, ...window }
}

function findSkipReason(event: ICAL.Event): Skipped['reason'] | null {
  if (isCancelled(event)) return 'cancelled'
  return isWholeDays(event.startDate, event.endDate) ? null : 'not_whole_days'
}

function* holidaysOf(
  event: ICAL.Event,
  { from, until }: { from: string; until: string },
  steps: { left: number },
): Generator<Holiday> {
  if (isPlainYearly(event)) {
    const name = nameOf(event)
    for (const date of datesOf(event.startDate, event.endDate))
      yield { name, date: date < from ? from.slice(0, 4) + date.slice(4) : date, yearly: true }
    return
  }
  for (const { name, start, end } of occurrencesOf(event, until, steps))
    for (const date of datesOf(start, end)) if (date >= from && date <= until) yield { name, date }
}

function parseEvents(ics: string): ICAL.Event[] {
  let calendars: ICAL.Component[]
  try {
    const parsed = ICAL.parse(ics) as unknown[]
    // A file with several calendars is parsed as a list.
    const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as ConstructorParameters<
      typeof ICAL.Component
    >[0][]
    calendars = all.map((one) => new ICAL.Component(one)).filter(({ name }) => name === 'vcalendar')
  } catch {
    calendars = []
  }
  if (calendars.length === 0)
    throw new UnreadableCalendar('This isn’t a calendar file. Choose one ending in .ics')
  const parts = calendars.flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
  if (parts.length === 0) throw new UnreadableCalendar('This calendar has no events')
  if (parts.length > maxEvents)
    throw new UnreadableCalendar(
      `This calendar has more than ${maxEvents} events. Choose a calendar that contains only holidays`,
    )
  const changed = parts.filter((part) => part.hasProperty('recurrence-id'))
  return parts
    .filter((part) => !part.hasProperty('recurrence-id'))
    .map((part) => {
      const uid = part.getFirstPropertyValue('uid')
      const exceptions = uid ? changed.filter((other) => other.getFirstPropertyValue('uid') === uid) : []
      const event = new ICAL.Event(part, { exceptions })
      if (!event.startDate) throw new UnreadableCalendar(`“${nameOf(event)}” has no date`)
      for (const property of ['dtstart', 'dtend']) assertDateExists(part, property, nameOf(event))
      return event
    })
}

/** The library turns invalid dates into valid ones: the 99th of month 13 becomes 9 April. */
function assertDateExists(part: ICAL.Component, name: string, summary: string): void {
  const dateText = String((part.getFirstProperty(name)?.toJSON() as unknown[] | undefined)?.[3] ?? '')
  if (dateText === '') return
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(dateText) ?? []
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (at.getUTCMonth() !== Number(month) - 1 || at.getUTCDate() !== Number(day))
    throw new UnreadableCalendar(`“${summary}” is on ${dateText.slice(0, 10)}, which isn’t a valid date`)
}

function nameOf(event: ICAL.Event): string {
  const summary = sanitiseName(String(event.summary ?? ''))
  return summary.slice(0, 140).trim() || 'Holiday'
}

const isCancelled = (event: ICAL.Event) =>
  String(event.component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED'

const isMidnight = (time: ICAL.Time) =>
  time.isDate || (time.hour === 0 && time.minute === 0 && time.second === 0)

const isWholeDays = (start: ICAL.Time, end: ICAL.Time): boolean =>
  isMidnight(start) && isMidnight(end) && (start.isDate || dateOf(start) < dateOf(end))

/** Repeats every year on the same date, without end and exceptions. Leap days don't qualify and are expanded. */
function isPlainYearly(event: ICAL.Event): boolean {
  const { component, startDate } = event
  const [rule, ...more] = component.getAllProperties('rrule')
  if (!rule || more.length > 0 || component.hasProperty('exdate') || component.hasProperty('rdate'))
    return false
  if (Object.keys(event.exceptions ?? {}).length > 0) return false
  const recur = rule.getFirstValue() as ICAL.Recur // of an RRULE
  if (recur.freq !== 'YEARLY' || recur.interval !== 1 || recur.count || recur.until) return false
  const usual: Record<string, number> = { BYMONTH: startDate.month, BYMONTHDAY: startDate.day }
  const isPlain = Object.entries(recur.parts).every(
    ([part, values]) =>
      (values as unknown[]).length === 1 && Number((values as unknown[])[0]) === usual[part],
  )
  const dates = datesOf(startDate, event.endDate)
  return (
    isPlain && !dates.some((date) => date.slice(5) === '02-29' || date.slice(0, 4) !== dates[0]?.slice(0, 4))
  )
}

type Occurrence = { start: ICAL.Time; end: ICAL.Time; name: string }

function* occurrencesOf(event: ICAL.Event, until: string, steps: { left: number }): Generator<Occurrence> {
  if (!event.isRecurring()) return yield { start: event.startDate, end: event.endDate, name: nameOf(event) }
  const iterator = event.iterator()
  for (let next = iterator.next(); next && dateOf(next) <= until; next = iterator.next()) {
    if (steps.left-- <= 0)
      throw new UnreadableCalendar(
        `“${nameOf(event)}” repeats too often. Choose a calendar that contains only holidays`,
      )
    if (!isValidOccurrence(event, next)) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (!isCancelled(item) && isWholeDays(startDate, endDate))
      yield { start: startDate, end: endDate, name: nameOf(item) }
  }
}

/** A date that a month doesn't have is skipped (RFC 5545, 3.3.10); the library moves it to the next month. */
function isValidOccurrence({ component, startDate }: ICAL.Event, at: ICAL.Time): boolean {
  const recur = component.getFirstPropertyValue('rrule') as ICAL.Recur | null
  // Dates listed separately need not follow the rule.
  if (!recur || component.hasProperty('rdate')) return true
  const { BYMONTH, BYMONTHDAY, ...others } = recur.parts as Record<string, number[] | undefined>
  if (BYMONTH && !BYMONTH.includes(at.month)) return false
  if (BYMONTHDAY) {
    const length = new Date(Date.UTC(at.year, at.month, 0)).getUTCDate()
    return BYMONTHDAY.includes(at.day) || BYMONTHDAY.includes(at.day - length - 1)
  }
  const hasDays = Object.keys(others).some((part) =>
    ['BYDAY', 'BYYEARDAY', 'BYWEEKNO', 'BYSETPOS'].includes(part),
  )
  return hasDays || !['YEARLY', 'MONTHLY'].includes(recur.freq) || at.day === startDate.day
}

const dateOf = (time: ICAL.Time): string =>
  `${String(time.year).padStart(4, '0')}-${String(time.month).padStart(2, '0')}-${String(time.day).padStart(2, '0')}`

/** From the first day to the day before the end; a single day without an end. */
function datesOf(start: ICAL.Time, end: ICAL.Time): string[] {
  const dates: string[] = []
  const last = dateOf(end)
  for (let at = Date.UTC(start.year, start.month - 1, start.day); dates.length < maxDays; at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10)
    if (dates.length > 0 && date >= last) break
    dates.push(date)
  }
  return dates
}

function add(days: Map<string, Holiday>, day: Holiday): void {
  const key = day.yearly ? `yearly ${day.date.slice(5)}` : day.date
  const existing = days.get(key)
  if (!existing) days.set(key, day)
  else if (!existing.name.split(' / ').includes(day.name))
    existing.name = `${existing.name} / ${day.name}`.slice(0, 140)
}

/** Sorted by date, without single days that a yearly holiday already covers. */
function removeRedundant(days: Holiday[]): Holiday[] {
  const yearly = new Map(days.flatMap(({ date, yearly }) => (yearly ? [[date.slice(5), date]] : [])))
  return days
    .filter(({ date, yearly: repeats }) => repeats || !((yearly.get(date.slice(5)) ?? '9999') <= date))
    .toSorted((a, b) => a.date.localeCompare(b.date))
}
