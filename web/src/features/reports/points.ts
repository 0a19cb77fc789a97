import type { CountedMeasure } from '@parley/contract/report-measures'
import type { ReportSeries, SeriesPoint } from '@parley/contract/reports'
import type { TFunction } from 'i18next'
import type { Place } from './charts/series.ts'
import { clockIn, longDay, shortDay } from './words.ts'

/** The points of a series as places on an axis. */
export const placesOf = ({ by, points, time_zone }: ReportSeries, t: TFunction): Place[] =>
  points.map(({ start, date }) => {
    if (by === 'day') return { label: shortDay(date), title: longDay(date) }
    if (by === 'week') return { label: shortDay(date), title: t('reports.week_of', { day: shortDay(date) }) }
    const clock = clockIn(time_zone, start)
    return { label: clock, title: `${longDay(date)}, ${clock}` }
  })

export const countsOf = (points: readonly SeriesPoint[], measure: CountedMeasure): number[] =>
  points.map(({ counts }) => counts[measure] ?? 0)

export const sumOf = (points: readonly SeriesPoint[], measures: readonly CountedMeasure[]): number =>
  points.reduce((sum, { counts }) => sum + measures.reduce((all, one) => all + (counts[one] ?? 0), 0), 0)
