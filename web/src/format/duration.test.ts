import { expect, test } from 'vitest'
import { durationText } from './duration.ts'

const minute = 60_000
const hour = 60 * minute

test.each([
  [0, '0s'],
  [999, '0s'],
  [40_500, '40s'],
  [minute - 1, '59s'],
  [minute, '1m'],
  [12 * minute, '12m'],
  [hour - 1, '59m'],
  [hour, '1h'],
  [3 * hour + 20 * minute + 59_000, '3h 20m'],
  [47 * hour + 59 * minute, '47h 59m'],
  [48 * hour, '2d'],
  [71 * hour, '2d'],
  [72 * hour, '3d'],
])('%i ms is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
