import type { CountedMeasure } from '@parley/contract/report-measures'
import type { ReportSeries, SeriesPoint } from '@parley/contract/reports'
import type { TFunction } from 'i18next'
import type { Place } from './charts/series.ts'
import { fromDay } from './period.ts'
import { clockIn, longDay, shortDay } from './words.ts'

/** The points of a series as places on an axis. */
export const placesOf = ({ by, points, time_zone }: ReportSeries, t: TFunction): Place[] =>
  points.map(({ start, date }) => {
    if (by === 'day') return { label: shortDay(date), title: longDay(date) }
    if (by === 'week') return { label: shortDay(date), title: t('reports.week_of', { day: shortDay(date) }) }
    const clock = clockIn(time_zone, start)
    return { label: clock, title: `${longDay(date)}, ${clock}` }
  })

/**
 * For each point the one of the days before that lies as many days after their first one, at the same hour; undefined where the clocks
 * were changed.
 */
export function pointsBefore({ by, points, previous, time_zone }: ReportSeries): (SeriesPoint | undefined)[] {
  const placeIn = (all: readonly SeriesPoint[]) => {
    const first = fromDay(all[0]?.date ?? '')
    return ({ date, start }: SeriesPoint) =>
      `${fromDay(date) - first} ${by === 'hour' ? clockIn(time_zone, start) : ''}`
  }
  const before = Map.groupBy(previous ?? [], placeIn(previous ?? []))
  const place = placeIn(points)
  return points.map((point) => before.get(place(point))?.[0])
}

export const countsOf = (points: readonly SeriesPoint[], measure: CountedMeasure): number[] =>
  points.map(({ counts }) => counts[measure] ?? 0)

export const sumOf = (points: readonly SeriesPoint[], measures: readonly CountedMeasure[]): number =>
  points.reduce((sum, { counts }) => sum + measures.reduce((all, one) => all + (counts[one] ?? 0), 0), 0)
