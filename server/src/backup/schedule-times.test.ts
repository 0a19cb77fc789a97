import { expect, test } from 'vitest'
import { lastScheduledTime, nextScheduledTime } from './schedule-times.ts'

const now = new Date('2026-03-02T02:30:20Z') // a Monday

test.each([
  ['30 2 * * *', '2026-03-02T02:30:00.000Z'],
  ['0 3 * * *', '2026-03-01T03:00:00.000Z'],
  ['0 4 * * 6', '2026-02-28T04:00:00.000Z'],
  ['15 1 28 * *', '2026-02-28T01:15:00.000Z'],
  ['0 0 1 7 *', undefined],
])('%s was last due at %s', (schedule, at) => {
  expect(lastScheduledTime(schedule, now)?.toISOString()).toBe(at)
})

test.each([
  ['30 2 * * *', '2026-03-03T02:30:00.000Z'],
  ['31 2 * * *', '2026-03-02T02:31:00.000Z'],
  ['0 4 * * 6', '2026-03-07T04:00:00.000Z'],
  ['0 0 1 7 *', undefined],
])('%s is next due at %s', (schedule, at) => {
  expect(nextScheduledTime(schedule, now)?.toISOString()).toBe(at)
})
