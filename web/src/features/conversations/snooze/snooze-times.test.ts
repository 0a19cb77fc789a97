import { expect, test } from 'vitest'
import { snoozePresets } from '../../../lib/snooze-presets.ts'
import { addMinutes, formatWakeTime, toDateInputValue } from './snooze-times.ts'

test('a preset counts hours, not calendar days', () => {
  const now = new Date('2026-03-28T12:00:00Z') // the night before clocks change in Europe
  const until = snoozePresets.map((minutes) => addMinutes(minutes, now).toISOString().slice(5, 16))
  expect(until).toEqual([
    '03-28T13:00',
    '03-28T15:00',
    '03-28T18:00',
    '03-29T00:00',
    '03-29T12:00',
    '03-30T12:00',
  ])
})

test('a date is formatted as a date field expects it', () => {
  expect(toDateInputValue(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
})

test('the weekday is shown when it is another day', () => {
  const now = new Date(2026, 8, 1, 20) // a Tuesday
  expect(formatWakeTime(new Date(2026, 8, 1, 21, 5), now, 'en-GB')).toBe('21:05')
  expect(formatWakeTime(new Date(2026, 8, 2, 2, 5), now, 'en-GB')).toMatch(/^Wed,? 2:05$|^Wed,? 02:05$/)
})
