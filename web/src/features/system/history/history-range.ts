import type { AxisPoint } from '../../../charts/series.ts'
import { clockTime, fullDate, shortDateTime } from '../../../format/date-time.tsx'

/** In days. */
export const historyRanges = ['1', '7', '30', '90'] as const
export type HistoryRange = (typeof historyRanges)[number]

export const toAxisPoint = (at: string, range: HistoryRange): AxisPoint => ({
  label: range === '1' ? clockTime(at) : fullDate(at).replace(/,? \d{4}$/, ''),
  title: shortDateTime(at),
})
