import { toCalendar } from '@parley/contract/business-hours/business-hours'
import { isOpen } from '@parley/contract/business-hours/business-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { parseHolidays } from './parse-holidays.ts'
import { readCalendarFile } from './read-calendar-file.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  t.clock.set(new Date('2026-05-01T12:00:00Z'))
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const path = '/api/v1/business-hours'
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
const file = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Acme//Days off//EN', ...events, 'END:VCALENDAR'].join('\r\n')
const read = (ics: string) => admin.post(`${path}/holidays/read`, { ics })
const daysOf = async (...events: string[]) => {
  const { body } = await read(file(...events))
  return body.data.holidays.map(({ date, name, yearly }: { date: string; name: string; yearly?: true }) =>
    [date, name, ...(yearly ? ['yearly'] : [])].join(' '),
  )
}
const day = (date: string) => `DTSTART;VALUE=DATE:${date}`
const until = (date: string) => `DTEND;VALUE=DATE:${date}`

test('all-day events are imported, also over several days; timed and cancelled events are reported as skipped', async () => {
  const { body } = await read(
    file(
      event('UID:1', 'SUMMARY:New\r\n  Year', day('20270101'), until('20270102')),
      event('UID:2', 'SUMMARY:Inventory', day('20261229'), until('20270101')),
      event('UID:3', 'SUMMARY:Half day', 'DTSTART:20261224T140000', 'DTEND:20261225T000000'),
      event('UID:4', 'SUMMARY:Called off', day('20260601'), 'STATUS:CANCELLED'),
      event('UID:5', day('20260602')),
      event('UID:6', 'SUMMARY:Long ago', day('20200602')),
      event('UID:7', 'SUMMARY:Midnight to midnight', 'DTSTART:20260603T000000Z', 'DTEND:20260604T000000Z'),
    ),
  )
  expect(body.data).toEqual({
    holidays: [
      { date: '2026-06-02', name: 'Holiday' },
      { date: '2026-06-03', name: 'Midnight to midnight' },
      { date: '2026-12-29', name: 'Inventory' },
      { date: '2026-12-30', name: 'Inventory' },
      { date: '2026-12-31', name: 'Inventory' },
      { date: '2027-01-01', name: 'New Year' },
    ],
    skipped: [
      { name: 'Half day', reason: 'not_whole_days' },
      { name: 'Called off', reason: 'cancelled' },
    ],
    from: '2026-01-01',
    until: '2030-12-31',
  })
})

test('an event that repeats yearly on its date stays yearly; all others are expanded', async () => {
  expect(await daysOf(event('SUMMARY:Christmas', day('19701225'), 'RRULE:FREQ=YEARLY'))).toEqual([
    '2026-12-25 Christmas yearly',
  ])
  expect(
    await daysOf(event('SUMMARY:May', day('20200501'), 'RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1')),
  ).toEqual(['2026-05-01 May yearly'])
  expect(
    await daysOf(event('SUMMARY:Thanks', day('20201126'), 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH')),
  ).toEqual(
    ['2026', '2027', '2028', '2029', '2030'].map((year, n) => `${year}-11-${[26, 25, 23, 22, 28][n]} Thanks`),
  )
  expect(
    await daysOf(
      event('UID:a', 'SUMMARY:Off', day('20260704'), 'RRULE:FREQ=YEARLY', 'EXDATE;VALUE=DATE:20280704'),
      event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20270704', 'SUMMARY:Moved', day('20270705')),
      event('UID:a', 'RECURRENCE-ID;VALUE=DATE:20290704', 'SUMMARY:Off', day('20290704'), 'STATUS:CANCELLED'),
    ),
  ).toEqual(['2026-07-04 Off', '2027-07-05 Moved', '2030-07-04 Off'])
  expect(await daysOf(event('SUMMARY:Leap', day('20240229'), 'RRULE:FREQ=YEARLY'))).toEqual([
    '2028-02-29 Leap',
  ])
  expect(await daysOf(event('SUMMARY:Twice', day('20260101'), 'RRULE:FREQ=YEARLY;COUNT=2'))).toEqual([
    '2026-01-01 Twice',
    '2027-01-01 Twice',
  ])
})

test('several events on one day become one holiday', async () => {
  expect(
    await daysOf(
      event('SUMMARY:Easter', day('20260405')),
      event('SUMMARY:Easter', day('20260405')),
      event('SUMMARY:Bank holiday', day('20260405')),
      event('SUMMARY:Every year', day('20260501'), 'RRULE:FREQ=YEARLY'),
      event('SUMMARY:This year', day('20280501')),
    ),
  ).toEqual(['2026-04-05 Easter / Bank holiday', '2026-05-01 Every year yearly'])
})

test.each([
  ['not a calendar', 'Hello', /isn’t a calendar file/],
  ['a component without a calendar', 'BEGIN:VEVENT\r\nEND:VEVENT', /isn’t a calendar file/],
  ['a truncated file', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART', /isn’t a calendar file/],
  ['empty', file(), /no events/],
  ['no date', file(event('SUMMARY:When?')), /has no date/],
  ['an invalid date', file(event(day('20261399'))), /isn’t a valid date/],
  ['every second', file(event(day('19700101'), 'RRULE:FREQ=SECONDLY')), /can’t be read/],
  ['too many', file(...Array.from({ length: 5001 }, () => event(day('20260101')))), /more than 5000 events/],
  ['every day', file(event(day('20260101'), 'RRULE:FREQ=DAILY')), /more than 1000 days/],
  ['nothing', '', /empty/],
  ['more than a megabyte', 'x'.repeat(1_000_001), /too large/],
])('a file without holidays is refused with a sentence: %s', async (_case, ics, message) => {
  const { status, body } = await read(ics)
  expect([status, body.error_type]).toEqual([400, 'InputException'])
  expect(body.message).toMatch(message)
  expect(body.errors[0].path).toBe('ics')
})

test('a file that takes too long is aborted; a date that a month does not have is skipped', async () => {
  const never = event(day('20260101'), 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30')
  expect(await daysOf(never)).toEqual([])
  expect(await daysOf(event(day('20300731'), 'RRULE:FREQ=MONTHLY'))).toEqual(
    ['07', '08', '10', '12'].map((month) => `2030-${month}-31 Holiday`),
  )
  // Takes many seconds.
  const long = file(...Array.from({ length: 2000 }, () => never))
  await expect(readCalendarFile(long, 2026, 100)).rejects.toThrow(/takes too long/)
})

test('a file whose events repeat more than 100,000 times is refused', () => {
  const daily = file(event('SUMMARY:Daily', day('17510101'), 'RRULE:FREQ=DAILY;UNTIL=20251231'))
  expect(() => parseHolidays(daily, 2026, 1_000)).toThrow('“Daily” repeats too often')
})

test('a yearly holiday closes its day in every following year, and older clients see its first date', async () => {
  const week = { Monday: { open: '09:00', close: '17:00' } }
  const write = (holidays: object[]) => admin.post(path, { name: 'Ours', hours: week, holidays })
  const { status, body } = await write([
    { name: 'Leap day', date: '2028-02-29', yearly: true },
    { name: 'Christmas', date: '2028-12-25', yearly: true },
    { name: 'Once', date: '2028-12-18', yearly: false },
  ])
  expect(status).toBe(200)
  expect(body.data.holidays).toEqual([
    { name: 'Leap day', date: '2028-02-29', yearly: true },
    { name: 'Once', date: '2028-12-18' },
    { name: 'Christmas', date: '2028-12-25', yearly: true },
  ])
  const calendar = toCalendar(body.data, 'UTC')
  const opensOn = (date: string) => isOpen(calendar, new Date(`${date}T12:00:00Z`))
  // All of these are Mondays.
  expect(['2023-12-25', '2028-12-25', '2034-12-25', '2028-12-18', '2034-12-18'].map(opensOn)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
  expect(opensOn('2027-03-01')).toBe(true)
  const twice = await write([
    { name: 'Christmas', date: '2026-12-25', yearly: true },
    { name: 'Xmas', date: '2027-12-25', yearly: true },
  ])
  expect([twice.status, twice.body.message]).toEqual([
    400,
    expect.stringContaining('Christmas and Xmas both come every year on the same day'),
  ])
})
