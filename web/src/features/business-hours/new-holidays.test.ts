import { expect, test } from 'vitest'
import { newHolidays } from './new-holidays.ts'

const day = (date: string, yearly = false) => ({ name: date, date, ...(yearly && { yearly }) })

test.each([
  ['a new day is added', '2026-12-26', false, true],
  ['an existing day is not added', '2026-05-01', false, false],
  ['a yearly holiday on an existing date is not added', '2026-05-01', true, false],
  ['a later year of a yearly holiday is not added', '2028-12-25', false, false],
  ['an earlier year of a yearly holiday is added', '2025-12-25', false, true],
  ['the same yearly holiday from an earlier year is not added', '2020-12-25', true, false],
])('%s', (_case, date, yearly, isNew) => {
  const existing = [day('2026-05-01'), day('2026-12-25', true)]
  expect(newHolidays([day(date, yearly)], existing)).toHaveLength(isNew ? 1 : 0)
})
