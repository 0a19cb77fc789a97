import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeListSearch, withStoredListSearch } from './stored-list-search.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const [ada, ben] = [7, 8]
const closed = { status: 'Closed' }
const team = (id: number) => ({ type: 'team', id }) as const

test('a list opens with its last search parameters', () => {
  storeListSearch(ada, { type: 'assigned' }, closed)
  expect(withStoredListSearch({}, ada, { type: 'assigned' })).toEqual(closed)
})

test('other lists, teams and agents have separate stored parameters', () => {
  storeListSearch(ada, team(3), closed)
  expect(withStoredListSearch({}, ada, team(3))).toEqual(closed)
  expect(withStoredListSearch({}, ada, team(4))).toEqual({})
  expect(withStoredListSearch({}, ada, { type: 'all' })).toEqual({})
  expect(withStoredListSearch({}, ben, team(3))).toEqual({})
})

test.each([{ status: 'Open' }, { sort: 'oldest_activity' as const }, { filters: [] }])(
  '%j in the URL takes precedence',
  (search) => {
    storeListSearch(ada, { type: 'all' }, closed)
    expect(withStoredListSearch(search, ada, { type: 'all' })).toEqual(search)
  },
)

test('a remembered status that was deleted or renamed is forgotten, the rest is kept', () => {
  const [open, parked] = [{ name: 'Open' }, { name: 'Parked' }]
  const list = { type: 'all' } as const
  storeListSearch(ada, list, { status: 'Parked', sort: 'oldest_activity' })
  const search = { status: 'Parked', sort: 'oldest_activity' }
  expect(withStoredListSearch({}, ada, list, [open, parked])).toEqual(search)
  expect(withStoredListSearch({}, ada, list), 'before the statuses are loaded').toEqual(search)
  expect(withStoredListSearch({}, ada, list, [open])).toEqual({ sort: 'oldest_activity' })
  storeListSearch(ada, list, { status: 'every' })
  expect(withStoredListSearch({}, ada, list, [open])).toEqual({ status: 'every' })
})

test('the default is not stored', () => {
  storeListSearch(ada, { type: 'all' }, closed)
  storeListSearch(ada, { type: 'all' }, { status: undefined, sort: undefined })
  expect(stored.size).toBe(0)
})

test('a damaged value is ignored', () => {
  storeListSearch(ada, { type: 'all' }, closed)
  for (const damaged of ['{', '[]', '7']) {
    for (const key of stored.keys()) stored.set(key, damaged)
    expect(withStoredListSearch({}, ada, { type: 'all' })).toEqual({})
  }
})

test('a browser that forbids storage opens every list with its defaults', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
  })
  storeListSearch(ada, { type: 'all' }, closed)
  expect(withStoredListSearch({}, ada, { type: 'all' })).toEqual({})
})
