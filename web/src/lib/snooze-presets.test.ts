import { expect, test } from 'vitest'
import { snoozeDuration, snoozeLabel, snoozePresets } from './snooze-presets.ts'

// Says key and count, which is all that a label is made of.
const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as Parameters<
  typeof snoozeLabel
>[1]

test('each preset is read as people say it, and sent as the server takes it', () => {
  expect(snoozePresets.map((minutes) => [snoozeLabel(minutes, t), snoozeDuration(minutes)])).toEqual([
    ['snooze.hours 1', '60m'],
    ['snooze.hours 3', '180m'],
    ['snooze.hours 6', '360m'],
    ['snooze.hours 12', '720m'],
    ['snooze.days 1', '1440m'],
    ['snooze.days 2', '2880m'],
  ])
})

test('a time under an hour is told in minutes', () => {
  expect(snoozeLabel(45, t)).toBe('snooze.minutes 45')
})
