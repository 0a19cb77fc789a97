import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { installCatalogue } from '../../../lib/i18n.ts'
import { english } from '../../../testing/english.ts'
import {
  clockInZone,
  formatCount,
  formatDecimal,
  formatPercent,
  formatSeconds,
  hourText,
  longDay,
  periodText,
  shortDay,
  weekdayName,
} from './report-format.ts'

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await installCatalogue('en', english)
})
afterAll(() => vi.unstubAllGlobals())

test('numbers are formatted for the reader', () => {
  expect(formatCount(1204, 'en-GB')).toBe('1,204')
  expect(formatCount(1204, 'de-DE')).toBe('1.204')
  expect(formatDecimal(4, 'en-GB')).toBe('4.0')
  expect(formatDecimal(4.56, 'en-GB')).toBe('4.6')
})

test('a share has one decimal at most, and none for whole percentages', () => {
  expect(formatPercent(0.9412, 'en-GB')).toBe('94.1%')
  expect(formatPercent(0.94, 'en-GB')).toBe('94%')
  expect(formatPercent(1, 'en-GB')).toBe('100%')
})

test.each([
  [42 * 60, '42m'],
  [3 * 3600 + 20 * 60, '3h 20m'],
  [47 * 3600, '47h'],
  [2 * 86_400, '2d'],
  [2 * 86_400 + 4 * 3600 + 59 * 60, '2d 4h'],
])('%i seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text)
})

/** Intl puts thin spaces around the dash of a range. */
const period = (from: string, to: string) => periodText({ from, to }, '2026', 'en-GB').replaceAll(/\s/g, ' ')

test('a period shows years only if it is not within the current one', () => {
  expect(period('2026-10-22', '2026-11-20')).toBe('22 Oct – 20 Nov')
  expect(period('2025-12-30', '2026-01-02')).toBe('30 Dec 2025 – 2 Jan 2026')
  expect(period('2025-10-22', '2025-11-20')).toBe('22 Oct – 20 Nov 2025')
  expect(period('2026-10-22', '2026-10-22')).toBe('22 Oct')
})

test('days, weekdays and hours do not depend on the time zone of the browser', () => {
  expect(shortDay('2026-10-22', 'en-GB')).toBe('22 Oct')
  expect(longDay('2026-10-22', 'en-GB')).toBe('Thu 22 October')
  expect([0, 6].map((day) => weekdayName(day, 'long', 'en-GB'))).toEqual(['Monday', 'Sunday'])
  expect(weekdayName(2, 'short', 'en-GB')).toBe('Wed')
  expect([0, 9, 23].map((hour) => hourText(hour, 'en-GB'))).toEqual(['00:00', '09:00', '23:00'])
})

test('an instant is shown on the clock of the given time zone', () => {
  expect(clockInZone('Europe/Berlin', '2026-10-22T07:00:00Z', 'en-GB')).toBe('09:00')
  expect(clockInZone('America/New_York', '2026-10-22T07:00:00Z', 'en-GB')).toBe('03:00')
})
