import { expect, test } from 'vitest'
import { ListSearch, toListKey, toListSearch } from './list-search.ts'

test('by default the list shows open conversations, newest activity first', () => {
  expect(toListKey({ type: 'all' }, {})).toEqual({ type: 'all', status: 'Open', sort: 'newest_activity' })
})

test.each([
  { status: 'Open', sort: 'newest_activity' },
  { status: 'Resolved', sort: 'priority_first' },
  { status: null, sort: 'waiting_longest' },
  { status: 'Open', sort: 'newest_activity', filters: [{ field: 'tags', operator: 'set' }] },
] as const)('the list survives a round trip through the URL: %o', (choice) => {
  const search = ListSearch.parse(
    JSON.parse(JSON.stringify(toListSearch({ type: 'team', id: 3, ...choice }))),
  )
  expect(toListKey({ type: 'team', id: 3 }, search)).toEqual({ type: 'team', id: 3, ...choice })
})

test('a view has no status and its own filters, whatever the URL says', () => {
  const tagged = [{ field: 'tags', operator: 'set' }]
  const search = { status: 'Resolved', sort: 'priority_first', filters: [{ any: [] }] } as const
  const list = toListKey({ type: 'view', id: 3 }, { ...search, filters: [{ any: [] }] }, tagged)
  expect(list).toEqual({ type: 'view', id: 3, status: null, sort: 'priority_first', filters: tagged })
  expect(toListSearch(list)).toEqual({ sort: 'priority_first' })
})

test('a list in its own order has neither status, sort nor filters, whatever the URL says', () => {
  const list = toListKey(
    { type: 'sent' },
    { status: 'Resolved', sort: 'priority_first', filters: [{ any: [] }] },
  )
  expect(list).toEqual({ type: 'sent', status: null, sort: 'newest_activity' })
  expect(toListSearch(list)).toEqual({})
})

test('a URL with invalid parameters still shows the list', () => {
  expect(ListSearch.parse({ status: 7, sort: 'sideways', filters: 'all of them' })).toEqual({})
})
