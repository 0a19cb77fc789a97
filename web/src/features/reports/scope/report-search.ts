import { countedMeasures, liveMeasures } from '@parley/contract/reports/report-measures'
import { reportDate } from '@parley/contract/reports/report-range'
import { z } from 'zod'
import { ranges } from './period.ts'

const optionalId = z.number().int().positive().optional().catch(undefined)
const optionalCount = z.number().int().min(0).optional().catch(undefined)
const optionalInstant = z.iso.datetime({ offset: true }).optional().catch(undefined)
const optionalDay = reportDate.optional().catch(undefined)

/** A report's URL search parameters; invalid values are ignored. Kept when switching reports. */
export const ReportScope = z.object({
  /** The last 30 days by default; `from` and `to` are a custom range. */
  range: z.enum(ranges).optional().catch(undefined),
  from: optionalDay,
  to: optionalDay,
  compare: z.enum(['none']).optional().catch(undefined),
  /** How durations are measured; business hours by default. */
  hours: z.enum(['wall']).optional().catch(undefined),
  inbox: optionalId,
  team: optionalId,
  agent: optionalId,
  tag: optionalId,
})
export type ReportScope = z.infer<typeof ReportScope>

/** Filters of a drill-down. */
export const Drilldown = z.object({
  measure: z.enum([...countedMeasures, ...liveMeasures]).catch('new'),
  since: optionalInstant,
  until: optionalInstant,
  weekday: optionalCount,
  hour: optionalCount,
  bar_hours: z.enum(['wall', 'business']).optional().catch(undefined),
  min_seconds: optionalCount,
  max_seconds: optionalCount,
  rating: z.number().int().min(1).max(5).optional().catch(undefined),
  nobody: z.enum(['agent', 'team', 'tag']).optional().catch(undefined),
  /** The report that contains the number. */
  of: z.string().optional().catch(undefined),
})
export type Drilldown = z.infer<typeof Drilldown>

/** A table's sort order: the column's key, with a minus for descending. */
export const SortSearch = z.object({ sorted: z.string().max(40).optional().catch(undefined) })
