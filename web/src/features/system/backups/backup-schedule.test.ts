import { expect, test } from 'vitest'
import { formatSchedule, parseSchedule } from './backup-schedule.ts'

test.each([
  ['0 3 * * *', { frequency: 'daily', time: '03:00' }],
  ['5 14 * * *', { frequency: 'daily', time: '14:05' }],
  ['30 2 * * 6', { frequency: 'weekly', time: '02:30', weekday: 6 }],
  ['0 3,15 * * *', { frequency: 'custom', cron: '0 3,15 * * *' }],
  [null, { frequency: 'off' }],
])('%s is shown as fields and written back', (schedule, fields) => {
  const parsed = parseSchedule(schedule)
  expect(parsed).toMatchObject(fields)
  expect(formatSchedule(parsed)).toBe(schedule)
})

test('both numbers of Sunday are the same day', () => {
  expect(formatSchedule(parseSchedule('0 3 * * 7'))).toBe('0 3 * * 0')
})
