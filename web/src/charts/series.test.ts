import { expect, test } from 'vitest'
import { toChartRows } from './series.ts'

const axisPoints = ['Mon', 'Tue', 'Wed'].map((label) => ({ label, title: `${label} in full` }))

test('each axis point has the value of every series', () => {
  const rows = toChartRows({
    axisPoints,
    series: [
      { key: 'new', label: 'New', tone: 'accent', values: [3, 0, 5] },
      { key: 'resolved', label: 'Resolved', tone: 'good', values: [1, 2, 4] },
    ],
  })
  expect(rows).toEqual([
    { index: 0, point: axisPoints[0], new: 3, resolved: 1 },
    { index: 1, point: axisPoints[1], new: 0, resolved: 2 },
    { index: 2, point: axisPoints[2], new: 5, resolved: 4 },
  ])
})

test('a series that is shorter or has gaps has no value there, and zero stays a value', () => {
  const rows = toChartRows({
    axisPoints,
    series: [{ key: 'before', label: 'Before', tone: 'ghost', values: [0, null] }],
  })
  expect(rows.map((row) => ('before' in row ? row.before : undefined))).toEqual([0, null, null])
})
