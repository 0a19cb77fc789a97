import { expect, test } from 'vitest'
import { Drilldown, ReportScope, SortSearch } from './report-search.ts'

test('a valid scope is read completely', () => {
  const scope = { from: '2026-10-01', to: '2026-10-31', compare: 'none', hours: 'wall', inbox: 3, tag: 9 }
  expect(ReportScope.parse(scope)).toEqual(scope)
})

test.each([
  ['a range that does not exist', { range: 'forever' }],
  ['a day that does not exist', { from: '2026-02-30' }],
  ['a day that is not text', { to: 20261001 }],
  ['an id of zero', { inbox: 0 }],
  ['a fraction as an id', { team: 1.5 }],
  ['an id as text', { agent: 'seven' }],
  ['an unknown way of counting', { hours: 'moon' }],
])('%s is ignored and the rest is kept', (_, invalid) => {
  const parsed = ReportScope.parse({ tag: 9, ...invalid })
  expect(parsed).toMatchObject({ tag: 9 })
  expect(Object.values(parsed).filter((value) => value !== undefined)).toEqual([9])
})

test('a drill-down without a valid measure shows new conversations', () => {
  expect(Drilldown.parse({}).measure).toBe('new')
  expect(Drilldown.parse({ measure: 'magic' }).measure).toBe('new')
})

test('filters of a drill-down are ignored when they are impossible', () => {
  expect(Drilldown.parse({ measure: 'new', weekday: 0, hour: 0, rating: 5 })).toMatchObject({
    weekday: 0,
    hour: 0,
    rating: 5,
  })
  const parsed = Drilldown.parse({ measure: 'new', weekday: -1, rating: 6, since: 'yesterday', nobody: 'x' })
  for (const name of ['weekday', 'rating', 'since', 'nobody'] as const) expect(parsed[name]).toBeUndefined()
})

test('a sort order of any length from a URL is not kept', () => {
  expect(SortSearch.parse({ sorted: '-count' })).toEqual({ sorted: '-count' })
  expect(SortSearch.parse({ sorted: 'x'.repeat(41) }).sorted).toBeUndefined()
})
