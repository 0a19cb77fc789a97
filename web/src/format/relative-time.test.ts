import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date('2026-03-10T12:00:00Z')

test.each([
  ['2026-03-10T12:00:00Z', { unit: 'now' }],
  ['2026-03-10T11:59:01Z', { unit: 'now' }],
  ['2026-03-10T12:00:20Z', { unit: 'now' }],
  ['2026-03-10T11:59:00Z', { unit: 'minute', count: 1 }],
  ['2026-03-10T11:00:01Z', { unit: 'minute', count: 59 }],
  ['2026-03-10T11:00:00Z', { unit: 'hour', count: 1 }],
  ['2026-03-09T12:00:01Z', { unit: 'hour', count: 23 }],
  ['2026-03-09T12:00:00Z', { unit: 'day', count: 1 }],
  ['2026-03-03T12:00:01Z', { unit: 'day', count: 6 }],
  ['2026-03-03T12:00:00Z', { unit: 'date' }],
  ['2019-01-01T00:00:00Z', { unit: 'date' }],
])('%s, at noon on 10 March', (then, expected) => {
  expect(relativeTime(new Date(then), now)).toEqual(expected)
})
