import { expect, test } from 'vitest'
import { ContactSearch, toContactListKey, toContactSearch } from './contact-search.ts'

test('an address without a search shows the newest contacts from the first page', () => {
  expect(toContactListKey(ContactSearch.parse({}))).toEqual({
    search: '',
    sort: 'newest',
    blocked: null,
    within: null,
    page: 1,
  })
  expect(toContactSearch(toContactListKey({}))).toEqual({})
})

test('what is chosen comes back from the address', () => {
  const list = { search: 'ada', sort: 'email', blocked: false, within: 30, page: 4 } as const
  expect(toContactListKey(ContactSearch.parse(toContactSearch(list)))).toEqual(list)
})

test('nonsense reads as nothing', () => {
  const wild = { search: 5, order: 'constructor', blocked: 'maybe', within: -1, page: 1e9 }
  expect(ContactSearch.parse(wild)).toEqual({})
})
