import { expect, test } from 'vitest'
import { ListSearch, listKeyOf, searchOf } from './list-search.ts'

test('an address without more is the open conversations, newest activity first', () => {
  expect(listKeyOf({ type: 'all' }, {})).toEqual({ type: 'all', status: 'Open', sort: 'newest_activity' })
})

test.each([
  { status: 'Open', sort: 'newest_activity' },
  { status: 'Resolved', sort: 'priority_first' },
  { status: null, sort: 'waiting_longest' },
] as const)('what is chosen survives the way through the address: %o', (choice) => {
  const search = ListSearch.parse(JSON.parse(JSON.stringify(searchOf(choice))))
  expect(listKeyOf({ type: 'team', id: 3 }, search)).toEqual({ type: 'team', id: 3, ...choice })
})

test('an address that somebody garbled still shows the list', () => {
  expect(ListSearch.parse({ status: 7, sort: 'sideways' })).toEqual({})
})
