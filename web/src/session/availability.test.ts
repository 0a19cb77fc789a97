import { expect, test } from 'vitest'
import { afterWatching, dotOf, IDLE_MS, withAway, withReassigning } from './availability.ts'

test.each([
  ['online', 0, null],
  ['online', IDLE_MS - 1, null],
  ['online', IDLE_MS, 'away'],
  ['away', IDLE_MS, null],
  ['away', 0, 'online'],
  ['offline', 0, 'online'],
  ['offline', IDLE_MS, null],
  ['away_manual', 0, null],
  ['away_manual', IDLE_MS, null],
  ['away_and_reassigning', 0, null],
] as const)('%s after %i ms without a touch becomes %s', (status, idle, expected) => {
  expect(afterWatching(status, idle)).toBe(expected)
})

test('the switches set what the wire calls them, and leaving reassignment leaves one away', () => {
  expect([withAway(true), withAway(false)]).toEqual(['away_manual', 'online'])
  expect([withReassigning(true), withReassigning(false)]).toEqual(['away_and_reassigning', 'away_manual'])
})

test.each([
  ['online', 'online'],
  ['away', 'away'],
  ['away_manual', 'away'],
  ['away_and_reassigning', 'away'],
  ['offline', 'offline'],
] as const)('%s shows the %s dot', (status, dot) => {
  expect(dotOf(status)).toBe(dot)
})
