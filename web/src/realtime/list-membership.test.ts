import type { FilterNode } from '@parley/contract/shared/filters'
import { expect, test } from 'vitest'
import { assignedList, conversationFixture } from './conversation-fixtures.ts'
import { belongsToList, compareRows } from './list-membership.ts'

const unassigned = { assigned_user_id: null, assigned_team_id: null }
const billing = { assigned_user_id: null, assigned_team_id: 3 }

test.each([
  ['assigned', {}, true],
  ['assigned', { assigned_user_id: 8 }, false],
  ['assigned', unassigned, false],
  ['unassigned', unassigned, true],
  ['unassigned', billing, false],
  ['team', billing, true],
  ['team', { assigned_team_id: 3 }, false],
  ['team', { ...billing, assigned_team_id: 4 }, false],
  ['all', {}, true],
  ['all', { status: 'Resolved' }, false],
] as const)('in the list %s, a conversation with %o: %s', (type, change, expected) => {
  expect(belongsToList({ ...assignedList, type, id: 3 }, conversationFixture(1, change), 7)).toBe(expected)
})

test.each([
  ['snoozed', {}, false],
  ['snoozed', { status: 'Snoozed', snoozed_until: '2026-11-25T09:00:00.000Z' }, null],
  ['sent', {}, null],
] as const)(
  'only the server knows the place of a conversation in the list %s with %o: %s',
  (type, change, expected) => {
    const list = { ...assignedList, type, status: null }
    expect(belongsToList(list, conversationFixture(1, change), 7)).toBe(expected)
  },
)

const condition = (field: string, operator: string, value?: number | string) => ({ field, operator, value })
test.each<[string, FilterNode[], boolean | null]>([
  ['matching ids', [condition('inbox_id', 'equals', '1'), condition('priority_id', 'not set')], true],
  [
    'one id that does not match',
    [condition('subject', 'contains', 'x'), condition('inbox_id', 'equals', 2)],
    false,
  ],
  ['no team does not equal another team', [condition('assigned_team_id', 'not equals', 4)], false],
  ['fields that only the server can compare', [condition('subject', 'contains', 'x')], null],
  [
    'alternatives of which one matches',
    [{ any: [condition('subject', 'set'), condition('assigned_user_id', 'set')] }],
    true,
  ],
  [
    'alternatives of which none matches',
    [{ any: [condition('priority_id', 'set'), condition('inbox_id', 'equals', 2)] }],
    false,
  ],
  ['undecidable alternatives', [{ any: [condition('tags', 'set'), condition('priority_id', 'set')] }], null],
  [
    'a nested group',
    [{ any: [{ all: [condition('priority_id', 'set'), condition('tags', 'set')] }] }],
    false,
  ],
] as const)('in a view, by %s: %s', (_what, filters, expected) => {
  const list = { ...assignedList, type: 'view' as const, status: null, filters }
  expect(
    belongsToList(
      list,
      conversationFixture(1, { inbox_id: 1, priority_id: null, assigned_team_id: null }),
      7,
    ),
  ).toBe(expected)
})

test('without a selected status every status is included', () => {
  expect(
    belongsToList({ ...assignedList, status: null }, conversationFixture(1, { status: 'Closed' }), 7),
  ).toBe(true)
})

test.each([
  ['newest_activity', [3, 2, 1]],
  ['oldest_activity', [1, 2, 3]],
  // No one waits in 1: rows without a value come last in both directions.
  ['waiting_longest', [2, 3, 1]],
  ['priority_first', [2, 3, 1]],
  // All were created in the same minute: the id decides, in sort direction.
  ['started_first', [1, 2, 3]],
  ['started_last', [3, 2, 1]],
] as const)('sorted by %s', (sort, expected) => {
  const list = { ...assignedList, sort }
  const rows = [
    conversationFixture(3, { waiting_since: conversationFixture(3).updated_at, priority_id: 1 }),
    conversationFixture(1),
    conversationFixture(2, { waiting_since: conversationFixture(2).updated_at, priority_id: 2 }),
  ]
  expect(rows.sort((a, b) => compareRows(list, a, b)).map((row) => row.id)).toEqual(expected)
})
