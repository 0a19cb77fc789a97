import type { TFunction } from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { clockTime, fullDate, fullDateTime, relativeTimeText } from './date-time.tsx'

const reads = (language: string) => vi.stubGlobal('navigator', { language })
afterEach(() => vi.unstubAllGlobals())

const at = new Date(2026, 2, 12, 15, 2).toISOString()
const t = ((key: string) => key) as unknown as TFunction

test.each([
  ['en-US', 'Mar 12, 2026', /^3:02\sPM$/],
  ['en-GB', '12 Mar 2026', /^15:02$/],
  ['de-DE', '12.03.2026', /^15:02$/],
])('for a browser in %s the day is %s and the clock matches %s', (language, date, clock) => {
  reads(language)
  expect(fullDate(at)).toBe(date)
  expect(clockTime(at)).toMatch(clock)
  expect(fullDateTime(at)).toContain('2026')
})

test("relative times use the catalogue's language, older dates the browser's locale", () => {
  reads('de-DE')
  expect(relativeTimeText(at, new Date(2026, 2, 12, 15, 40), t)).toBe('38 min ago')
  expect(relativeTimeText(at, new Date(2026, 2, 12, 15, 2), t)).toBe('time.just_now')
  expect(relativeTimeText(at, new Date(2026, 2, 12, 17, 40), t)).toBe('2 hr ago')
  expect(relativeTimeText(at, new Date(2026, 2, 13, 16, 40), t)).toBe('1 day ago')
  expect(relativeTimeText(at, new Date(2026, 4, 12, 15, 40), t)).toBe('12.03.2026')
})
