import { countedMeasures, liveMeasures } from '@parley/contract/report-measures'
import { reportDate } from '@parley/contract/reports'
import { z } from 'zod'
import { ranges } from './period.ts'

const some = z.number().int().positive().optional().catch(undefined)
const whole = z.number().int().min(0).optional().catch(undefined)
const moment = z.iso.datetime({ offset: true }).optional().catch(undefined)
const day = reportDate.optional().catch(undefined)

/** What a report's address says beside its path; nonsense reads as nothing. Kept from one report to the next. */
export const Scope = z.object({
  /** The last 30 days when absent; `from` and `to` are days that were chosen by hand. */
  range: z.enum(ranges).optional().catch(undefined),
  from: day,
  to: day,
  compare: z.enum(['none']).optional().catch(undefined),
  /** How durations are counted; in business hours when absent. */
  hours: z.enum(['wall']).optional().catch(undefined),
  inbox: some,
  team: some,
  agent: some,
  tag: some,
})
export type Scope = z.infer<typeof Scope>

/** What lists the conversations behind one number. */
export const Behind = z.object({
  measure: z.enum([...countedMeasures, ...liveMeasures]).catch('new'),
  since: moment,
  until: moment,
  weekday: whole,
  hour: whole,
  bar_hours: z.enum(['wall', 'business']).optional().catch(undefined),
  min_seconds: whole,
  max_seconds: whole,
  rating: z.number().int().min(1).max(5).optional().catch(undefined),
  nobody: z.enum(['agent', 'team', 'tag']).optional().catch(undefined),
  /** The report that the number stands in. */
  of: z.string().optional().catch(undefined),
})
export type Behind = z.infer<typeof Behind>

/** How a table is ordered: a column's key, with a minus for the most first. */
export const Sorting = z.object({ sorted: z.string().max(40).optional().catch(undefined) })
