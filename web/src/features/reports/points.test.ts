import type { ReportSeries } from '@parley/contract/reports'
import { expect, test } from 'vitest'
import { pointsBefore } from './points.ts'

const series = (values: Pick<ReportSeries, 'by'> & Record<'points' | 'previous', string[]>): ReportSeries => {
  const pointOf = (start: string) => ({
    start,
    end: start,
    date: start.slice(0, 10),
    counts: {} as ReportSeries['points'][number]['counts'],
    rating_sum: 0,
  })
  return {
    time_zone: 'UTC',
    by: values.by,
    points: values.points.map(pointOf),
    previous: values.previous.map(pointOf),
  }
}
const startsBefore = (of: ReportSeries) => pointsBefore(of).map((point) => point?.start.slice(0, 13))

test('a week is held against the days as far from the first one, whatever its place in the list', () => {
  expect(
    startsBefore(
      series({
        by: 'week',
        points: ['2026-05-06T00:00Z', '2026-05-11T00:00Z', '2026-05-18T00:00Z'],
        previous: ['2026-01-01T00:00Z', '2026-01-03T00:00Z', '2026-01-06T00:00Z', '2026-01-13T00:00Z'],
      }),
    ),
  ).toEqual(['2026-01-01T00', '2026-01-06T00', '2026-01-13T00'])
})

test('an hour is held against the same hour, and against none where the clocks went over it', () => {
  expect(
    startsBefore(
      series({
        by: 'hour',
        points: ['2026-03-30T01:00Z', '2026-03-30T02:00Z', '2026-03-30T03:00Z'],
        previous: ['2026-03-29T01:00Z', '2026-03-29T03:00Z'],
      }),
    ),
  ).toEqual(['2026-03-29T01', undefined, '2026-03-29T03'])
})

test('without the days before there is nothing to hold against', () => {
  const alone = series({ by: 'day', points: ['2026-05-06T00:00Z'], previous: [] })
  expect(pointsBefore({ ...alone, previous: null })).toEqual([undefined])
})
