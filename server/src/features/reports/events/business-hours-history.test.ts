import { expect, test } from 'vitest'
import { createOpenTime } from './business-hours-history.ts'

const week = { Monday: { open: '09:00', close: '17:00' } }
const setUp = new Date('2026-11-18T12:00:00Z')
const now = new Map<string, unknown>([
  ['app.business_hours_id', '1'],
  ['app.timezone', 'UTC'],
  ['hours:1:hours', week],
])
const day = (date: string) => [new Date(`${date}T00:00:00Z`), new Date(`${date}T23:59:00Z`)] as const

test('days before the workspace was set up use its first business hours', () => {
  const first = [
    { key: 'app.business_hours_id', at: setUp, before: null, after: '1' },
    { key: 'app.timezone', at: setUp, before: null, after: 'UTC' },
  ]
  const openTime = createOpenTime(first, now)
  expect(openTime(null, ...day('2026-11-16'))).toBe(8 * 3_600_000)
  expect(openTime(null, ...day('2026-11-17'))).toBe(0)
})

test('days before a team had its own business hours use those of the workspace', () => {
  const own = { key: 'team:7:business_hours_id', at: setUp, before: null, after: '2' }
  const openTime = createOpenTime([own], new Map([...now, ['hours:2:hours', { Tuesday: week.Monday }]]))
  expect(openTime(7, ...day('2026-11-16'))).toBe(8 * 3_600_000)
  expect(openTime(7, ...day('2026-11-17'))).toBe(0)
})
