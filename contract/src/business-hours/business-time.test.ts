import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addWorkingTime,
  type Calendar,
  isOpen,
  type MinuteSpan,
  nextOpening,
  workingTimeBetween,
} from './business-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (text: string) => new Date(text)

const nine_to_five: Calendar = {
  always_open: false,
  week: [[], [[540, 1020]], [[540, 1020]], [[540, 1020]], [[540, 1020]], [[540, 1020]], []],
  holidays: new Set(),
  time_zone: 'Europe/Berlin',
}
const everyDay = (spans: MinuteSpan[], time_zone: string, holidays: string[] = []): Calendar => ({
  always_open: false,
  week: Array.from({ length: 7 }, () => spans),
  holidays: new Set(holidays),
  time_zone,
})
const always: Calendar = { ...nine_to_five, always_open: true }

const formatters = new Map<string, Intl.DateTimeFormat>()
function swedish(timeZone: string) {
  const format =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formatters.set(timeZone, format)
  return format
}
/** The local time of the zone, computed differently from the code under test: from formatted text. */
function clock(time_zone: string, moment: number) {
  const [date = '', time = ''] = swedish(time_zone).format(moment).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { date, minute: hours * 60 + minutes, weekday: at(`${date}T12:00:00Z`).getUTCDay() }
}

/** The reference model: every minute is checked on its own. */
function isOpenMinute(calendar: Calendar, moment: number): boolean {
  if (calendar.always_open) return true
  const { date, minute, weekday } = clock(calendar.time_zone, moment)
  if (calendar.holidays.has(date)) return false
  return (calendar.week[weekday] ?? []).some(([from, to]) => from <= minute && minute < to)
}

test.each([
  ['within a day', '2026-03-10T09:00:00Z', 2, '2026-03-10T11:00:00Z'],
  ['to the very end of a day', '2026-03-10T08:00:00Z', 8, '2026-03-10T16:00:00Z'],
  ['over a night', '2026-03-10T15:00:00Z', 2, '2026-03-11T09:00:00Z'],
  ['from before the opening', '2026-03-10T02:00:00Z', 1, '2026-03-10T09:00:00Z'],
  ['over a weekend', '2026-03-13T15:00:00Z', 2, '2026-03-16T09:00:00Z'],
  // On 29 March, Berlin's clocks go from 2:00 to 3:00, so Monday starts an hour earlier in UTC.
  ['over the weekend when summer time begins', '2026-03-27T15:00:00Z', 2, '2026-03-30T08:00:00Z'],
  ['over the weekend when it ends', '2026-10-23T14:00:00Z', 2, '2026-10-26T09:00:00Z'],
])('adding working time: %s', (_, from, hours, expected) => {
  expect(addWorkingTime(nine_to_five, at(from), hours * HOUR)).toEqual(at(expected))
  expect(workingTimeBetween(nine_to_five, at(from), at(expected))).toBe(hours * HOUR)
})

test('a lunch break is not working time', () => {
  const shifts = everyDay(
    [
      [540, 720],
      [780, 1020],
    ],
    'UTC',
  )
  expect(addWorkingTime(shifts, at('2026-03-10T11:30:00Z'), HOUR)).toEqual(at('2026-03-10T13:30:00Z'))
  expect(isOpen(shifts, at('2026-03-10T12:00:00Z'))).toBe(false)
  expect(nextOpening(shifts, at('2026-03-10T12:00:00Z'))).toEqual(at('2026-03-10T13:00:00Z'))
})

test('a holiday is a date in the calendar time zone, not in UTC', () => {
  const auckland = everyDay([[0, 1440]], 'Pacific/Auckland', ['2026-02-06'])
  expect(isOpen(auckland, at('2026-02-05T10:59:59.999Z'))).toBe(true)
  expect(isOpen(auckland, at('2026-02-05T11:00:00Z'))).toBe(false)
  expect(nextOpening(auckland, at('2026-02-05T11:00:00Z'))).toEqual(at('2026-02-06T11:00:00Z'))
})

describe('a day that is open for 24 hours', () => {
  const allDay = everyDay([[0, 1440]], 'Europe/Berlin')
  test('loses nothing at midnight and equals an always-open calendar', () => {
    for (const days of [1, 30, 365]) {
      const due = addWorkingTime(always, at('2026-01-01T00:00:00Z'), days * 24 * HOUR)
      expect(due).toEqual(new Date(Date.UTC(2026, 0, 1) + days * 24 * HOUR))
      expect(addWorkingTime(allDay, at('2026-01-01T00:00:00Z'), days * 24 * HOUR)).toEqual(due)
    }
    expect(workingTimeBetween(allDay, at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'))).toBe(
      365 * 24 * HOUR,
    )
  })
  test('has 23 hours when clocks go forward and 25 when they go back', () => {
    expect(workingTimeBetween(allDay, at('2026-03-28T23:00:00Z'), at('2026-03-29T22:00:00Z'))).toBe(23 * HOUR)
    expect(workingTimeBetween(allDay, at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'))).toBe(25 * HOUR)
  })
})

describe('business hours during a DST change', () => {
  const night = everyDay([[120, 180]], 'Europe/Berlin')
  test('local time skipped by the DST change is not working time', () => {
    expect(workingTimeBetween(night, at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'))).toBe(0)
    expect(addWorkingTime(night, at('2026-03-28T12:00:00Z'), HOUR)).toEqual(at('2026-03-30T01:00:00Z'))
  })
  test('local time repeated by the DST change counts twice', () => {
    expect(workingTimeBetween(night, at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'))).toBe(2 * HOUR)
  })
  test('a day whose midnight is skipped starts at one', () => {
    // Cairo, 24 April 2026: clocks go from 0:00 to 1:00.
    const cairo = everyDay([[0, 120]], 'Africa/Cairo')
    expect(nextOpening(cairo, at('2026-04-23T12:00:00Z'))).toEqual(at('2026-04-23T22:00:00Z'))
    expect(workingTimeBetween(cairo, at('2026-04-23T12:00:00Z'), at('2026-04-24T12:00:00Z'))).toBe(HOUR)
  })
})

test('a calendar that never opens has no next opening and no deadline', () => {
  const never = everyDay([], 'UTC')
  expect(nextOpening(never, at('2026-01-01T00:00:00Z'))).toBeNull()
  expect(addWorkingTime(never, at('2026-01-01T00:00:00Z'), 1)).toBeNull()
  expect(workingTimeBetween(never, at('2026-01-01T00:00:00Z'), at('2027-01-01T00:00:00Z'))).toBe(0)
})

test('adding zero time returns the start, and negative time throws', () => {
  expect(addWorkingTime(nine_to_five, at('2026-03-14T12:00:00Z'), 0)).toEqual(at('2026-03-14T12:00:00Z'))
  expect(() => addWorkingTime(nine_to_five, at('2026-03-14T12:00:00Z'), -1)).toThrow(RangeError)
})

// Zones with DST changes of an hour and of half an hour, at midnight and at night, in both hemispheres, around Ramadan, and none at all;
// and one that skipped a whole day (Apia, 30 December 2011).
const zones = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Cairo'],
  ...['America/Havana', 'Asia/Beirut', 'America/Asuncion', 'Africa/Casablanca', 'America/St_Johns'],
  ...['Pacific/Apia', 'Pacific/Chatham', 'America/Sao_Paulo'],
]
const spans = fc
  .uniqueArray(fc.nat({ max: 1440 }), { maxLength: 6 })
  .map((edges) => [...edges].sort((a, b) => a - b))
  .map((edges): MinuteSpan[] =>
    Array.from({ length: Math.floor(edges.length / 2) }, (_, i) => [
      edges[2 * i] ?? 0,
      edges[2 * i + 1] ?? 0,
    ]),
  )
/** Minutes since 1970, from 2008 to 2037. Half of them are within two days of the end of a month, when many DST changes happen. */
const minutes = fc.oneof(
  fc.integer({ min: Date.UTC(2008, 0) / MINUTE, max: Date.UTC(2037, 0) / MINUTE }),
  fc
    .record({ month: fc.integer({ min: 0, max: 348 }), offset: fc.integer({ min: -10080, max: 2880 }) })
    .map(({ month, offset }) => Date.UTC(2008, month) / MINUTE + offset),
)
const calendars = fc
  .record({
    always_open: fc.constant(false),
    week: fc.array(spans, { minLength: 7, maxLength: 7 }),
    time_zone: fc.constantFrom(...zones),
  })
  .chain((shape) =>
    minutes.chain((start) =>
      fc.uniqueArray(fc.integer({ min: -1, max: 9 }), { maxLength: 3 }).map((days) => ({
        start: start * MINUTE,
        calendar: {
          ...shape,
          holidays: new Set(
            days.map((day) => new Date(start * MINUTE + day * 24 * HOUR).toISOString().slice(0, 10)),
          ),
        },
      })),
    ),
  )

test('every result agrees with a model that checks minute by minute', () => {
  fc.assert(
    fc.property(calendars, fc.integer({ min: 1, max: 2 }), ({ calendar, start }, days) => {
      const open: number[] = []
      const end = start + days * 24 * HOUR
      for (let moment = start; moment < end; moment += MINUTE)
        if (isOpenMinute(calendar, moment)) open.push(moment)
      expect(workingTimeBetween(calendar, new Date(start), new Date(end))).toBe(open.length * MINUTE)
      const [first] = open
      if (first !== undefined) expect(nextOpening(calendar, new Date(start))).toEqual(new Date(first))
      const middle = open[Math.floor(open.length / 2)]
      if (middle === undefined) return
      expect(isOpen(calendar, new Date(middle))).toBe(true)
      const worked = (Math.floor(open.length / 2) + 1) * MINUTE
      expect(addWorkingTime(calendar, new Date(start), worked)).toEqual(new Date(middle + MINUTE))
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('adding and measuring working time are inverse over years, to the millisecond', () => {
  fc.assert(
    fc.property(
      calendars,
      fc.integer({ min: 1, max: 400 * HOUR }),
      fc.nat({ max: MINUTE }),
      ({ calendar, start }, span, ms) => {
        const from = new Date(start + ms)
        const due = addWorkingTime(calendar, from, span)
        if (!due) return
        expect(workingTimeBetween(calendar, from, due)).toBe(span)
        expect(workingTimeBetween(calendar, from, new Date(due.getTime() - 1)), 'and not before').toBe(
          span - 1,
        )
      },
    ),
    { numRuns: 150 },
  )
}, 60_000)
