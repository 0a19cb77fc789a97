import type { HoursFields } from './hours-fields.ts'

export type Holidays = NonNullable<HoursFields['holidays']>

/** The imported holidays that the existing ones don't cover yet. */
export function newHolidays(imported: Holidays, existing: Holidays): Holidays {
  const dates = new Set(existing.map(({ date }) => date))
  const yearly = new Map(existing.flatMap(({ date, yearly }) => (yearly ? [[date.slice(5), date]] : [])))
  return imported.filter((day) => {
    const recurringSince = yearly.get(day.date.slice(5))
    return (
      !dates.has(day.date) && !(recurringSince !== undefined && (day.yearly || recurringSince <= day.date))
    )
  })
}
