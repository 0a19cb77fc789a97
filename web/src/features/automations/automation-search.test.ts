import { expect, test } from 'vitest'
import { parseRunsSearch, parseTypeSearch, toTypeSearch } from './automation-search.ts'

test('new conversations are the default, and are not in the URL', () => {
  expect(parseTypeSearch({})).toEqual({})
  expect(parseTypeSearch({ type: 'new_conversation' })).toEqual({})
  expect(toTypeSearch('new_conversation')).toEqual({})
})

test('other types are read back as they were written', () => {
  for (const type of ['conversation_update', 'time_trigger'] as const)
    expect(parseTypeSearch(toTypeSearch(type))).toEqual({ type })
  expect(parseTypeSearch({ type: 'every_day' })).toEqual({})
})

test('runs are filtered by known outcomes only', () => {
  for (const outcome of ['done', 'partly', 'refused', 'not_matched'])
    expect(parseRunsSearch({ outcome })).toEqual({ outcome })
  expect(parseRunsSearch({ outcome: 'lucky' })).toEqual({})
  expect(parseRunsSearch({})).toEqual({})
})
