import { expect, test } from 'vitest'
import { toViewFilters } from './list-filters.ts'

const statuses = [
  { id: 1, name: 'Open', category: 'open' as const, created_at: '2026-09-01T12:00:00Z', is_default: true },
]
const tagged = { field: 'tags', operator: 'set' }
const saved = (list: Parameters<typeof toViewFilters>[0]) =>
  toViewFilters(list, [tagged], statuses).map((node) =>
    'field' in node ? [node.field, node.operator, node.value ?? ''].join(' ').trim() : node,
  )

test.each([
  ['assigned', ['assigned_user_id equals me']],
  ['unassigned', ['assigned_user_id not set', 'assigned_team_id not set']],
  ['team', ['assigned_team_id equals 3', 'assigned_user_id not set']],
  ['all', []],
] as const)('a view saved from the list %s shows the same conversations', (type, place) => {
  expect(saved({ type, id: 3, status: 'Open' })).toEqual([...place, 'status_id equals 1', 'tags set'])
  expect(saved({ type, id: 3, status: null })).toEqual([...place, 'tags set'])
})
