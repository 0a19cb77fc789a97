import { expect, test } from 'vitest'
import { addDays, countDays, dayInZone, isDay, periodForRange } from './period.ts'

test.each([
  ['today', { from: '2026-03-12', to: '2026-03-12' }, 1],
  ['7d', { from: '2026-03-06', to: '2026-03-12' }, 7],
  ['30d', { from: '2026-02-11', to: '2026-03-12' }, 30],
  ['90d', { from: '2025-12-13', to: '2026-03-12' }, 90],
  ['month', { from: '2026-03-01', to: '2026-03-12' }, 12],
  ['last_month', { from: '2026-02-01', to: '2026-02-28' }, 28],
] as const)('the range %s on 12 March', (range, period, days) => {
  expect(periodForRange(range, '2026-03-12')).toEqual(period)
  expect(countDays(period)).toBe(days)
})

test("today is the day in the workspace's time zone, not in the browser's", () => {
  const at = new Date('2026-03-12T23:30:00Z')
  expect(dayInZone('UTC', at)).toBe('2026-03-12')
  expect(dayInZone('Asia/Kathmandu', at)).toBe('2026-03-13')
  expect(dayInZone('America/New_York', at)).toBe('2026-03-12')
})

test('days are counted by the calendar, also across DST changes', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
})

test('a day that does not exist is invalid', () => {
  expect(['2026-02-28', '2026-02-30', '2026-2-3', 'yesterday'].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
