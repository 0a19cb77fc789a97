import { expect, test } from 'vitest'
import { formatDistance, formatTime } from './format-time.ts'

const now = new Date('2026-11-24T22:30:00Z') // 23:30 in Berlin
const berlin = 'Europe/Berlin'

test('a time is shown in the given zone, with the year only when it is another one', () => {
  expect(formatTime(new Date('2026-12-01T08:00:00Z'), now, berlin, 'en-GB')).toBe('Tue 1 Dec, 09:00')
  expect(formatTime(new Date('2027-01-01T08:00:00Z'), now, 'Asia/Kolkata', 'en-GB')).toMatch(/2027, 13:30$/)
})

test.each([
  ['2026-11-24T22:50:00Z', 'in 20 minutes'],
  ['2026-11-25T01:30:00Z', 'in 3 hours'],
  ['2026-11-25T20:00:00Z', 'tomorrow'],
  ['2026-12-01T08:00:00Z', 'in 7 days'],
  ['2027-05-24T08:00:00Z', 'in 6 months'],
])('%s is %s', (at, expected) => {
  expect(formatDistance(new Date(at), now, berlin)).toBe(expected)
})
