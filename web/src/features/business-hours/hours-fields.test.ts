import type { BusinessHours } from '@parley/contract/business-hours/business-hours'
import { expect, test } from 'vitest'
import { dayName, daySpans, defaultSpan, fieldsOf, newHours, nextSpan, withDaySpans } from './hours-fields.ts'

const span = (open: string, close: string) => ({ open, close })

test('new business hours are open from Monday to Friday', () => {
  const week = newHours.hours ?? {}
  expect(daySpans(week, 'Monday')).toEqual([defaultSpan])
  expect(daySpans(week, 'Friday')).toEqual([defaultSpan])
  expect(daySpans(week, 'Saturday')).toEqual([])
})

test('existing hours are read day by day, and a closed day is left out', () => {
  // Only the fields that the form has.
  const saved = {
    name: 'Office',
    description: null,
    is_always_open: false,
    hours: { Tuesday: { spans: [span('08:00', '12:00'), span('13:00', '17:00')] }, Sunday: null },
    holidays: [],
  } as unknown as BusinessHours
  expect(fieldsOf(saved)).toEqual({
    name: 'Office',
    description: '',
    is_always_open: false,
    hours: { Tuesday: { spans: [span('08:00', '12:00'), span('13:00', '17:00')] } },
    holidays: [],
  })
})

test('a day that loses its last span is closed, and the others stay', () => {
  const week = { Monday: { spans: [defaultSpan] }, Tuesday: { spans: [defaultSpan] } }
  expect(withDaySpans(week, 'Monday', [])).toEqual({ Monday: null, Tuesday: { spans: [defaultSpan] } })
  expect(week.Monday.spans, 'the old week is unchanged').toEqual([defaultSpan])
  expect(daySpans(withDaySpans(week, 'Monday', []), 'Monday')).toEqual([])
})

test.each([
  ['the first span', [], defaultSpan],
  ['an hour after a break', [span('09:00', '12:00')], span('13:00', '16:00')],
  ['before midnight', [span('09:00', '20:30')], span('21:00', '23:00')],
  ['nothing when the day is full', [span('09:00', '22:00')], span('', '')],
  ['nothing when it ends at midnight', [span('09:00', '00:00')], span('', '')],
  ['nothing while the last span is empty', [span('', '')], span('', '')],
])('the next span is %s', (_, spans, expected) => {
  expect(nextSpan(spans)).toEqual(expected)
})

test('weekdays have names in the language of the user', () => {
  expect(dayName('Monday', 'en')).toBe('Monday')
  expect(dayName('Sunday', 'de')).toBe('Sonntag')
})
