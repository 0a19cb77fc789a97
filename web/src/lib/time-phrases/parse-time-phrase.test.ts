import { offsetAt } from '@parley/contract/business-hours/time-zone-offset'
import { expect, test } from 'vitest'
import { parseTimePhrase } from './parse-time-phrase.ts'

const berlin = 'Europe/Berlin'
/** A Tuesday, 10:00 in Berlin. */
const tuesday = '2026-11-24T09:00:00Z'

/** The result as clocks in the zone show it. */
function read(text: string, { now = tuesday, time_zone = berlin, locale = 'en-GB' } = {}) {
  const result = parseTimePhrase(text, { now: new Date(now), time_zone, locale })
  if (result.kind !== 'time') return result.kind
  const at = result.at.getTime()
  const offset = offsetAt(time_zone, at)
  return new Date(at + offset).toISOString().slice(0, 16).replace('T', ' ')
}

test.each([
  // Durations
  ['45m', '2026-11-24 10:45'],
  ['45 min', '2026-11-24 10:45'],
  ['in 5 minutes', '2026-11-24 10:05'],
  ['2h', '2026-11-24 12:00'],
  ['2h30', '2026-11-24 12:30'],
  ['2h 30m', '2026-11-24 12:30'],
  ['1 hour 15 minutes', '2026-11-24 11:15'],
  ['in 2 hours and 5 min', '2026-11-24 12:05'],
  ['1.5h', '2026-11-24 11:30'],
  ['an hour', '2026-11-24 11:00'],
  ['half an hour', '2026-11-24 10:30'],
  ['in half an hour', '2026-11-24 10:30'],
  ['an hour and a half', '2026-11-24 11:30'],
  ['for three hours', '2026-11-24 13:00'],
  ['36 hours', '2026-11-25 22:00'],
  // A time of day is the next one
  ['9', '2026-11-25 09:00'],
  ['11', '2026-11-24 11:00'],
  ['at 11', '2026-11-24 11:00'],
  ['3', '2026-11-24 15:00'],
  ['3pm', '2026-11-24 15:00'],
  ['3 p.m.', '2026-11-24 15:00'],
  ['3 am', '2026-11-25 03:00'],
  ['03:00', '2026-11-25 03:00'],
  ['17:30', '2026-11-24 17:30'],
  ['17.30', '2026-11-24 17:30'],
  ['8.30', '2026-11-25 08:30'],
  ['12am', '2026-11-25 00:00'],
  ['12pm', '2026-11-24 12:00'],
  ['noon', '2026-11-24 12:00'],
  ['midday', '2026-11-24 12:00'],
  ['midnight', '2026-11-25 00:00'],
  ['morning', '2026-11-25 09:00'],
  ['in the morning', '2026-11-25 09:00'],
  ['afternoon', '2026-11-24 14:00'],
  ['this afternoon', '2026-11-24 14:00'],
  ['evening', '2026-11-24 18:00'],
  ['this evening', '2026-11-24 18:00'],
  ['tonight', '2026-11-24 20:00'],
  ['tonight at 9', '2026-11-24 21:00'],
  ['lunch', '2026-11-24 12:00'],
  ['eod', '2026-11-24 17:00'],
  ['end of day', '2026-11-24 17:00'],
  ['end of the day', '2026-11-24 17:00'],
  // Days
  ['today 17', '2026-11-24 17:00'],
  ['today at 5', '2026-11-24 17:00'],
  ['tomorrow', '2026-11-25 09:00'],
  ['tmr', '2026-11-25 09:00'],
  ['tom 8', '2026-11-25 08:00'],
  ['tomorrow 9', '2026-11-25 09:00'],
  ['Tomorrow, 9:15', '2026-11-25 09:15'],
  ['tomorrow at 9am', '2026-11-25 09:00'],
  ['9am tomorrow', '2026-11-25 09:00'],
  ['tomorrow 3', '2026-11-25 15:00'],
  ['tomorrow noon', '2026-11-25 12:00'],
  ['noon tomorrow', '2026-11-25 12:00'],
  ['tomorrow morning', '2026-11-25 09:00'],
  ['tomorrow in the afternoon', '2026-11-25 14:00'],
  ['tomorrow evening at 7', '2026-11-25 19:00'],
  ['tomorrow eod', '2026-11-25 17:00'],
  ['the day after tomorrow', '2026-11-26 09:00'],
  ['day after tomorrow at 14:00', '2026-11-26 14:00'],
  // Weekdays: never today
  ['mon', '2026-11-30 09:00'],
  ['monday', '2026-11-30 09:00'],
  ['on monday', '2026-11-30 09:00'],
  ['tue', '2026-12-01 09:00'],
  ['wed', '2026-11-25 09:00'],
  ['thurs 10', '2026-11-26 10:00'],
  ['friday afternoon', '2026-11-27 14:00'],
  ['fri 4pm', '2026-11-27 16:00'],
  ['4pm fri', '2026-11-27 16:00'],
  ['this friday', '2026-11-27 09:00'],
  ['next friday', '2026-12-04 09:00'],
  ['friday next week', '2026-12-04 09:00'],
  ['next week friday', '2026-12-04 09:00'],
  ['sunday night', '2026-11-29 20:00'],
  ['eod friday', '2026-11-27 17:00'],
  // Counted days
  ['in 3 days', '2026-11-27 09:00'],
  ['3 days', '2026-11-27 09:00'],
  ['3d', '2026-11-27 09:00'],
  ['1w', '2026-12-01 09:00'],
  ['in a week', '2026-12-01 09:00'],
  ['two weeks from now', '2026-12-08 09:00'],
  ['in 2 weeks at 8:30', '2026-12-08 08:30'],
  ['a fortnight', '2026-12-08 09:00'],
  ['in a month', '2026-12-24 09:00'],
  ['in 3 months', '2027-02-24 09:00'],
  ['in a year', '2027-11-24 09:00'],
  // Periods
  ['next week', '2026-11-30 09:00'],
  ['next month', '2026-12-01 09:00'],
  ['next year', '2027-01-01 09:00'],
  ['weekend', '2026-11-28 09:00'],
  ['this weekend', '2026-11-28 09:00'],
  ['next weekend', '2026-12-05 09:00'],
  ['eow', '2026-11-27 17:00'],
  ['end of week', '2026-11-27 17:00'],
  ['end of next week', '2026-12-04 17:00'],
  ['end of month', '2026-11-30 17:00'],
  ['end of the month', '2026-11-30 17:00'],
  ['eom', '2026-11-30 17:00'],
  ['eom 10', '2026-11-30 10:00'],
  ['end of next month', '2026-12-31 17:00'],
  ['end of year', '2026-12-31 17:00'],
  // Dates
  ['24 dec', '2026-12-24 09:00'],
  ['24 dec 9', '2026-12-24 09:00'],
  ['24 december at 18:00', '2026-12-24 18:00'],
  ['dec 24', '2026-12-24 09:00'],
  ['Dec 24th, 2pm', '2026-12-24 14:00'],
  ['december 24 2027', '2027-12-24 09:00'],
  ['24th of december', '2026-12-24 09:00'],
  ['3 march', '2027-03-03 09:00'],
  ['third of january', '2027-01-03 09:00'],
  ['the twenty-fourth of december at noon', '2026-12-24 12:00'],
  ['the 3rd', '2026-12-03 09:00'],
  ['the 28th at 8', '2026-11-28 08:00'],
  ['2026-12-24', '2026-12-24 09:00'],
  ['2026-12-24 07:45', '2026-12-24 07:45'],
  ['24/12', '2026-12-24 09:00'],
  ['24/12/2027', '2027-12-24 09:00'],
  ['24.12.', '2026-12-24 09:00'],
  ['24.12.2026 15:00', '2026-12-24 15:00'],
  ['12/3', '2027-03-12 09:00'],
  ['29 feb', '2028-02-29 09:00'],
  ['until friday', '2026-11-27 09:00'],
])('"%s" on a Tuesday at 10:00 is %s', (text, expected) => {
  expect(read(text)).toBe(expected)
})

test.each(['yesterday', 'today 9', '2026-11-23', '24 dec 2020', 'today', '0m'])('"%s" is past', (text) => {
  expect(read(text)).toBe('past')
})
test('the end of the day is past after it', () => {
  const now = '2026-11-24T16:00:01Z'
  expect([read('eod', { now }), read('tonight', { now }), read('this afternoon', { now })]).toEqual([
    'past',
    '2026-11-24 20:00',
    'past',
  ])
})

test.each([
  '',
  'x',
  'banana',
  'tomorrow banana',
  'may',
  'dec',
  '31 feb',
  '32/13',
  '25:00',
  'tomorrow 99',
  '9 9 9',
  'friday friday',
  '13pm',
  '90',
  '2024',
  'in days',
])('"%s" is no time', (text) => {
  expect(read(text)).toBe('unknown')
})

test('the order of day and month follows the locale, and is only mentioned when it matters', () => {
  const orderOf = (text: string, locale: string) => {
    const result = parseTimePhrase(text, { now: new Date(tuesday), time_zone: berlin, locale })
    return result.kind === 'time' ? result.order : result.kind
  }
  expect(read('12/3', { locale: 'en-US' })).toBe('2026-12-03 09:00')
  expect(orderOf('12/3', 'en-US')).toBe('month_first')
  expect(orderOf('12/3', 'en-GB')).toBe('day_first')
  expect(read('24/12', { locale: 'en-US' })).toBe('2026-12-24 09:00')
  expect(orderOf('24/12', 'en-US')).toBeUndefined()
  expect(read('12.3.', { locale: 'en-US' })).toBe('2027-03-12 09:00')
})

test('where clocks have 12 hours, 3:30 is in the afternoon', () => {
  expect(read('tomorrow 3:30', { locale: 'en-US' })).toBe('2026-11-25 15:30')
  expect(read('tomorrow 3:30', { locale: 'de-DE' })).toBe('2026-11-25 03:30')
})

test.each([
  // Berlin skips 02:00 to 03:00 on 29 March 2026, and repeats it on 25 October 2026.
  ['tomorrow 02:30', '2026-03-28T11:00:00Z', berlin, '2026-03-29T01:30:00.000Z'],
  ['tomorrow 9', '2026-03-28T11:00:00Z', berlin, '2026-03-29T07:00:00.000Z'],
  ['24h', '2026-03-28T11:00:00Z', berlin, '2026-03-29T11:00:00.000Z'],
  ['02:30', '2026-10-24T22:00:00Z', berlin, '2026-10-25T00:30:00.000Z'],
  // After the first 02:30 the second one is still to come.
  ['02:30', '2026-10-25T00:45:00Z', berlin, '2026-10-25T01:30:00.000Z'],
  ['02:30', '2026-10-25T01:45:00Z', berlin, '2026-10-26T01:30:00.000Z'],
  ['1h', '2026-10-25T00:30:00Z', berlin, '2026-10-25T01:30:00.000Z'],
  ['mon', '2026-10-24T10:00:00Z', berlin, '2026-10-26T08:00:00.000Z'],
  // New York: 8 March and 1 November 2026.
  ['tomorrow 02:30', '2026-03-07T15:00:00Z', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['tomorrow 9', '2026-10-31T15:00:00Z', 'America/New_York', '2026-11-01T14:00:00.000Z'],
  ['tomorrow 01:30', '2026-10-31T15:00:00Z', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  // It is already the next day in Auckland, and still the day before in New York.
  ['tomorrow 9', '2026-11-24T12:00:00Z', 'Pacific/Auckland', '2026-11-25T20:00:00.000Z'],
  ['tomorrow 9', '2026-11-24T03:00:00Z', 'America/New_York', '2026-11-24T14:00:00.000Z'],
  ['tomorrow 02:30', '2026-09-26T00:00:00Z', 'Pacific/Auckland', '2026-09-26T14:30:00.000Z'],
  ['tomorrow 9', '2026-11-24T09:00:00Z', 'Asia/Kolkata', '2026-11-25T03:30:00.000Z'],
  ['end of month', '2026-11-30T20:00:00Z', 'Asia/Kolkata', '2026-12-31T11:30:00.000Z'],
  ['midnight', '2026-11-24T09:00:00Z', 'Asia/Kolkata', '2026-11-24T18:30:00.000Z'],
])('"%s" at %s in %s is %s', (text, now, time_zone, expected) => {
  const result = parseTimePhrase(text, { now: new Date(now), time_zone, locale: 'en-GB' })
  expect(result.kind === 'time' && result.at.toISOString()).toBe(expected)
})

test('a result is never in the past, whatever is typed', () => {
  const words = [
    'mon',
    'today',
    'tomorrow',
    '9',
    '02:30',
    'noon',
    'eod',
    '12/3',
    'in',
    '2',
    'weeks',
    'dec',
    'night',
  ]
  const now = new Date('2026-10-25T00:45:00Z')
  for (const a of words)
    for (const b of words)
      for (const c of words) {
        const result = parseTimePhrase(`${a} ${b} ${c}`, { now, time_zone: berlin, locale: 'en-GB' })
        if (result.kind === 'time') expect(result.at > now).toBe(true)
      }
})
