import type { ReportSeries } from '@parley/contract/reports/reports'
import { expect, test } from 'vitest'
import { countsFor, previousPointIndexes, totalFor } from './series-points.ts'

const series = (values: Pick<ReportSeries, 'by'> & Record<'points' | 'previous', string[]>): ReportSeries => {
  const spanOf = (starts: string[]) => ({
    points: starts.map((start) => ({ start, end: start, date: start.slice(0, 10) })),
    counts: {},
    rating_sums: starts.map(() => 0),
  })
  return {
    time_zone: 'UTC',
    by: values.by,
    ...spanOf(values.points),
    previous: spanOf(values.previous),
  }
}
const startsBefore = (report: ReportSeries) =>
  previousPointIndexes(report).map(
    (index) => index !== undefined && report.previous?.points[index]?.start.slice(0, 13),
  )

test('a week is compared with the one at the same distance from the start, whatever its index', () => {
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

test('an hour is compared with the same hour, and with none where DST skipped it', () => {
  expect(
    startsBefore(
      series({
        by: 'hour',
        points: ['2026-03-30T01:00Z', '2026-03-30T02:00Z', '2026-03-30T03:00Z'],
        previous: ['2026-03-29T01:00Z', '2026-03-29T03:00Z'],
      }),
    ),
  ).toEqual(['2026-03-29T01', false, '2026-03-29T03'])
})

test('an ambiguous DST hour is compared with its first occurrence', () => {
  // In Berlin, the hour from 2:00 on 25 October occurs twice.
  const twice = series({
    by: 'hour',
    points: ['2026-10-26T01:00Z', '2026-10-26T02:00Z'],
    previous: ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
  })
  expect(startsBefore({ ...twice, time_zone: 'Europe/Berlin' })).toEqual(['2026-10-25T00', '2026-10-25T02'])
})

test('without a previous period there is nothing to compare', () => {
  const alone = series({ by: 'day', points: ['2026-05-06T00:00Z'], previous: [] })
  expect(previousPointIndexes({ ...alone, previous: null })).toEqual([undefined])
})

test('a measure without events is 0 at every point', () => {
  const two = series({ by: 'day', points: ['2026-05-06T00:00Z', '2026-05-07T00:00Z'], previous: [] })
  const counted = { ...two, counts: { new: [3, 4] } }
  expect(countsFor(counted, 'new')).toEqual([3, 4])
  expect(countsFor(counted, 'resolved')).toEqual([0, 0])
  expect(totalFor(counted, ['new', 'resolved'])).toBe(7)
})
