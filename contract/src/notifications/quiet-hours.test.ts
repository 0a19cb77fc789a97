import { expect, test } from 'vitest'
import { isQuiet, QuietHours } from './quiet-hours.ts'

const night = { from: '22:00', until: '07:00' }
const lunch = { from: '12:00', until: '13:30' }

test.each([
  [night, 'UTC', '2026-11-24T21:59:59Z', false],
  [night, 'UTC', '2026-11-24T22:00:00Z', true],
  [night, 'UTC', '2026-11-25T00:00:00Z', true],
  [night, 'UTC', '2026-11-25T06:59:59Z', true],
  [night, 'UTC', '2026-11-25T07:00:00Z', false],
  [lunch, 'Europe/Berlin', '2026-07-01T10:00:00Z', true],
  [lunch, 'Europe/Berlin', '2026-07-01T11:30:00Z', false],
  [lunch, 'Asia/Kolkata', '2026-07-01T06:29:00Z', false],
  [lunch, 'Asia/Kolkata', '2026-07-01T06:30:00Z', true],
  // Summer time begins in Berlin: 02:00 is followed by 03:00.
  [{ from: '02:00', until: '03:00' }, 'Europe/Berlin', '2026-03-29T00:59:59Z', false],
  [{ from: '02:00', until: '03:00' }, 'Europe/Berlin', '2026-03-29T01:00:00Z', false],
  [{ from: '01:30', until: '02:30' }, 'Europe/Berlin', '2026-03-29T00:45:00Z', true],
  [{ from: '01:30', until: '02:30' }, 'Europe/Berlin', '2026-03-29T01:15:00Z', false],
  // It ends: the hour from 02:00 occurs twice.
  [{ from: '02:00', until: '03:00' }, 'Europe/Berlin', '2026-10-25T00:30:00Z', true],
  [{ from: '02:00', until: '03:00' }, 'Europe/Berlin', '2026-10-25T01:30:00Z', true],
  [{ from: '02:00', until: '03:00' }, 'Europe/Berlin', '2026-10-25T02:00:00Z', false],
])('%o in %s at %s: %s', (hours, zone, now, expected) => {
  expect(isQuiet(hours, zone, new Date(now))).toBe(expected)
})

test('without quiet hours it is never quiet, and they need two different times', () => {
  expect(isQuiet(null, 'UTC', new Date('2026-11-25T00:00:00Z'))).toBe(false)
  expect(QuietHours.safeParse({ from: '22:00', until: '22:00' }).success).toBe(false)
  expect(QuietHours.safeParse({ from: '24:00', until: '07:00' }).success).toBe(false)
})
