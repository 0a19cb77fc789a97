import { expect, test } from 'vitest'
import { parseLedgerSearch } from './ledger-search.ts'

test.each([
  [{ state: 'constructor', inbox: 'x', page: '-2' }, {}],
  [{ inbox: '9', page: 1 }, { inbox: 9 }],
  [{ inbox: 1.5, page: '3' }, { page: 3 }],
  [{}, {}],
])('the address %o shows the ledger with %o', (search, parsed) => {
  expect(parseLedgerSearch(search)).toEqual(parsed)
})
