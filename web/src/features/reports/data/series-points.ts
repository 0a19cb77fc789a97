import type { CountedMeasure } from '@parley/contract/reports/report-measures'
import type { ReportSeries, SeriesPoint, SeriesSpan } from '@parley/contract/reports/reports'
import type { TFunction } from 'i18next'
import type { AxisPoint } from '../charts/series.ts'
import { dayToMs } from '../scope/period.ts'
import { clockInZone, longDay, shortDay } from './report-format.ts'

/** The points of a series as places on an axis. */
export const toAxisPoints = ({ by, points, time_zone }: ReportSeries, t: TFunction): AxisPoint[] =>
  points.map(({ start, date }) => {
    if (by === 'day') return { label: shortDay(date), title: longDay(date) }
    if (by === 'week') return { label: shortDay(date), title: t('reports.week_of', { day: shortDay(date) }) }
    const clock = clockInZone(time_zone, start)
    return { label: clock, title: `${longDay(date)}, ${clock}` }
  })

/**
 * For each point the place of the one of the days before that lies as many days after their first one, at the same hour; undefined where
 * the clocks were changed.
 */
export function previousPointIndexes({
  by,
  points,
  previous,
  time_zone,
}: ReportSeries): (number | undefined)[] {
  const placeIn = (all: readonly SeriesPoint[]) => {
    const first = dayToMs(all[0]?.date ?? '')
    return ({ date, start }: SeriesPoint) =>
      `${dayToMs(date) - first} ${by === 'hour' ? clockInZone(time_zone, start) : ''}`
  }
  const earlier = previous?.points ?? []
  const placeOf = placeIn(earlier)
  // From the last one: of an hour that the clocks showed twice, the first stands.
  const before = new Map(earlier.map((point, n) => [placeOf(point), n] as const).toReversed())
  return points.map(placeIn(points)).map((place) => before.get(place))
}

/** How often it happened in each point. */
export const countsFor = ({ points, counts }: SeriesSpan, measure: CountedMeasure): number[] =>
  counts[measure] ?? points.map(() => 0)

export const totalFor = (span: SeriesSpan, measures: readonly CountedMeasure[]): number =>
  measures.reduce((sum, measure) => countsFor(span, measure).reduce((all, one) => all + one, sum), 0)
