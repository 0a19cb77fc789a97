import type { HoursFields } from './hours-fields.ts'

export type Holidays = NonNullable<HoursFields['holidays']>

/** Of what was found, the days that are not closed by what is in the list already. */
export function newDays(found: Holidays, known: Holidays): Holidays {
  const dates = new Set(known.map(({ date }) => date))
  const yearly = new Map(known.flatMap(({ date, yearly }) => (yearly ? [[date.slice(5), date]] : [])))
  return found.filter((day) => {
    const repeated = yearly.get(day.date.slice(5))
    return !dates.has(day.date) && !(repeated !== undefined && (day.yearly || repeated <= day.date))
  })
}
