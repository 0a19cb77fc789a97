import { expect, test } from 'vitest'
import { newHolidays } from './new-holidays.ts'

const day = (date: string, yearly = false) => ({ name: date, date, ...(yearly && { yearly }) })

test.each([
  ['another day', '2026-12-26', false, true],
  ['the same day', '2026-05-01', false, false],
  ['one that repeats on a day that is known once', '2026-05-01', true, false],
  ['a later year of one that repeats', '2028-12-25', false, false],
  ['an earlier year of one that repeats', '2025-12-25', false, true],
  ['the same repetition from an earlier year', '2020-12-25', true, false],
])('%s', (_case, date, yearly, isNew) => {
  const known = [day('2026-05-01'), day('2026-12-25', true)]
  expect(newHolidays([day(date, yearly)], known)).toHaveLength(isNew ? 1 : 0)
})
