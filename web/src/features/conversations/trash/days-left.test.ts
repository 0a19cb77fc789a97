import { expect, test } from 'vitest'
import { daysLeft } from './days-left.ts'

test.each([
  ['2026-03-02T09:00:00Z', 30],
  ['2026-03-02T09:00:01Z', 30],
  ['2026-03-03T09:00:00Z', 29],
  ['2026-03-31T10:00:00Z', 1],
  ['2026-04-05T00:00:00Z', 0],
])('at %s a conversation deleted on 2 March has %i days left', (now, days) => {
  expect(daysLeft('2026-03-02T09:00:00Z', 30, new Date(now))).toBe(days)
})

test('a clock that is behind the server’s does not add a day', () => {
  expect(daysLeft('2026-03-01T12:00:00Z', 30, new Date('2026-03-01T11:59:59Z'))).toBe(30)
})
