import { BusinessHours, type Day, weekdays } from '@parley/contract/business-hours/business-hours'
import { z } from 'zod'

const StoredWeek = z.record(
  z.string(),
  z.object({ open: z.string(), close: z.string(), spans: z.array(z.unknown()).optional() }),
)

/** Monday first, an order that jsonb doesn't keep. Rows from before days had several spans are converted. */
export function parseStoredWeek(stored: unknown): Partial<Record<string, Day>> {
  const week = StoredWeek.parse(stored)
  return BusinessHours.shape.hours.parse(
    Object.fromEntries(
      weekdays.flatMap((name) => {
        const day = week[name]
        return day ? [[name, { ...day, spans: day.spans ?? [{ open: day.open, close: day.close }] }]] : []
      }),
    ),
  )
}
