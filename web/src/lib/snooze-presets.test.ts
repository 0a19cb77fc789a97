import { expect, test } from 'vitest'
import { snoozeDuration, snoozeLabel, snoozePresets } from './snooze-presets.ts'

// Returns key and count, which is all that a label consists of.
const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as Parameters<
  typeof snoozeLabel
>[1]

test('each preset has a label and the duration that the server takes', () => {
  expect(snoozePresets.map((minutes) => [snoozeLabel(minutes, t), snoozeDuration(minutes)])).toEqual([
    ['snooze.hours 1', '1h'],
    ['snooze.hours 3', '3h'],
    ['snooze.hours 6', '6h'],
    ['snooze.hours 12', '12h'],
    ['snooze.days 1', '24h'],
    ['snooze.days 2', '48h'],
  ])
})

test('durations under an hour are in minutes, longer ones in whole hours', () => {
  expect([snoozeLabel(45, t), snoozeDuration(45)]).toEqual(['snooze.minutes 45', '45m'])
  expect([snoozeLabel(90, t), snoozeDuration(90)]).toEqual(['snooze.hours 1', '1h'])
})
