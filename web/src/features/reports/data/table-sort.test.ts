import type { BreakdownRow } from '@parley/contract/reports/reports'
import { expect, test } from 'vitest'
import { formatSortOrder, parseSortOrder, sortRows, toggleSortOrder } from './table-sort.ts'

const none = { average: null, median: null, p90: null }
const row = (name: string, resolved: number, median: number | null, id: number | null = 1): BreakdownRow => ({
  id,
  name,
  avatar_url: null,
  is_deleted: false,
  open: 0,
  numbers: {
    new: 0,
    resolved,
    reopened: 0,
    messages_in: 0,
    replies: 0,
    first_response: { count: 0, wall: none, business: { ...none, median } },
    next_response: { count: 0, wall: none, business: none },
    resolution: { count: 0, wall: none, business: none },
    sla: {
      first_response: { met: 0, breached: 0 },
      next_response: { met: 0, breached: 0 },
      resolution: { met: 0, breached: 0 },
    },
    csat: { sent: 0, answered: 0, average: null, distribution: [0, 0, 0, 0, 0] },
  },
})
const rows = [row('Cara', 2, 60), row('Ada', 5, null), row('', 5, 90, null), row('Ben', 0, 30)]
const names = (...order: Parameters<typeof sortRows>) =>
  sortRows(...order).map(({ name }) => name || 'nobody')

test('sorts by number, then by name, with unassigned last', () => {
  expect(names(rows, { column: 'resolved', descending: true }, 'business')).toEqual([
    'Ada',
    'nobody',
    'Cara',
    'Ben',
  ])
  expect(names(rows, { column: 'resolved', descending: false }, 'business')).toEqual([
    'Ben',
    'Cara',
    'Ada',
    'nobody',
  ])
})

test('rows without a value come last in both directions', () => {
  expect(names(rows, { column: 'first_response', descending: true }, 'business').at(-1)).toBe('Ada')
  expect(names(rows, { column: 'first_response', descending: false }, 'business').at(-1)).toBe('Ada')
})

test('sorts by name, with unassigned last', () => {
  expect(names(rows, { column: 'name', descending: false }, 'business')).toEqual([
    'Ada',
    'Ben',
    'Cara',
    'nobody',
  ])
  expect(names(rows, { column: 'name', descending: true }, 'business')).toEqual([
    'Cara',
    'Ben',
    'Ada',
    'nobody',
  ])
})

test('reads the sort order from the URL and ignores invalid values', () => {
  const columns = ['name', 'resolved', 'open'] as const
  expect(parseSortOrder('-resolved', columns, 'open')).toEqual({ column: 'resolved', descending: true })
  expect(parseSortOrder('name', columns, 'open')).toEqual({ column: 'name', descending: false })
  expect(parseSortOrder('constructor', columns, 'open')).toEqual({ column: 'open', descending: true })
  expect(formatSortOrder({ column: 'open', descending: true })).toBe('-open')
})

test('a new column starts descending, names ascending; the same column toggles', () => {
  expect(toggleSortOrder({ column: 'open', descending: true }, 'resolved')).toEqual({
    column: 'resolved',
    descending: true,
  })
  expect(toggleSortOrder({ column: 'open', descending: true }, 'name')).toEqual({
    column: 'name',
    descending: false,
  })
  expect(toggleSortOrder({ column: 'open', descending: true }, 'open')).toEqual({
    column: 'open',
    descending: false,
  })
})
