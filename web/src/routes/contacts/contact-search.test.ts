import { expect, test } from 'vitest'
import { ContactSearch, toContactListKey, toContactSearch } from './contact-search.ts'

test('without search parameters the list shows the newest contacts from the first page', () => {
  expect(toContactListKey(ContactSearch.parse({}))).toEqual({
    search: '',
    sort: 'newest',
    blocked: null,
    within: null,
    page: 1,
  })
  expect(toContactSearch(toContactListKey({}))).toEqual({})
})

test('the list survives a round trip through the URL', () => {
  const list = { search: 'ada', sort: 'email', blocked: false, within: 30, page: 4 } as const
  expect(toContactListKey(ContactSearch.parse(toContactSearch(list)))).toEqual(list)
})

test('invalid parameters are ignored', () => {
  const wild = { search: 5, order: 'constructor', blocked: 'maybe', within: -1, page: 1e9 }
  expect(ContactSearch.parse(wild)).toEqual({})
})
