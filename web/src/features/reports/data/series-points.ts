import type { CountedMeasure } from '@parley/contract/reports/report-measures'
import type { ReportSeries, SeriesPoint, SeriesSpan } from '@parley/contract/reports/reports'
import type { TFunction } from 'i18next'
import type { AxisPoint } from '../../../charts/series.ts'
import { dayToMs } from '../scope/period.ts'
import { clockInZone, longDay, shortDay } from './report-format.ts'

/** Maps the points of a series to an axis. */
export const toAxisPoints = ({ by, points, time_zone }: ReportSeries, t: TFunction): AxisPoint[] =>
  points.map(({ start, date }) => {
    if (by === 'day') return { label: shortDay(date), title: longDay(date) }
    if (by === 'week') return { label: shortDay(date), title: t('reports.week_of', { day: shortDay(date) }) }
    const clock = clockInZone(time_zone, start)
    return { label: clock, title: `${longDay(date)}, ${clock}` }
  })

/**
 * For each point, the index of the point in the previous period at the same distance from its start and the same hour;
 * undefined where DST skipped that hour.
 */
export function previousPointIndexes({
  by,
  points,
  previous,
  time_zone,
}: ReportSeries): (number | undefined)[] {
  const alignmentKeyIn = (all: readonly SeriesPoint[]) => {
    const first = dayToMs(all[0]?.date ?? '')
    return ({ date, start }: SeriesPoint) =>
      `${dayToMs(date) - first} ${by === 'hour' ? clockInZone(time_zone, start) : ''}`
  }
  const earlier = previous?.points ?? []
  const earlierKey = alignmentKeyIn(earlier)
  // Reversed, so that the first occurrence of an ambiguous DST hour wins.
  const previousIndexes = new Map(earlier.map((point, n) => [earlierKey(point), n] as const).toReversed())
  return points.map(alignmentKeyIn(points)).map((key) => previousIndexes.get(key))
}

/** The count at each point. */
export const countsFor = ({ points, counts }: SeriesSpan, measure: CountedMeasure): number[] =>
  counts[measure] ?? points.map(() => 0)

export const totalFor = (span: SeriesSpan, measures: readonly CountedMeasure[]): number =>
  measures.reduce((sum, measure) => countsFor(span, measure).reduce((all, one) => all + one, sum), 0)
