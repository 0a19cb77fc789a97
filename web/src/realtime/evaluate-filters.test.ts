import type { FilterNode, FilterRow } from '@parley/contract/shared/filters'
import { expect, test } from 'vitest'
import { evaluateFilters } from './evaluate-filters.ts'

const row = { status_id: 1, priority_id: null, assigned_user_id: 7, assigned_team_id: 3, inbox_id: 2 }
const condition = (field: string, operator: string, value: unknown = '', model = 'conversations') =>
  ({ model, field, operator, value }) as FilterRow // the test also uses operators that other fields have

const matching = condition('status_id', 'equals', '1')
const differing = condition('status_id', 'equals', '2')
const unknown = condition('subject', 'contains', 'invoice')

test.each<[string, FilterRow, boolean | null]>([
  ['an equal id matches, also as text', matching, true],
  ['another id does not', differing, false],
  ['"is not" matches another id', condition('inbox_id', 'not equals', 9), true],
  ['"is not" excludes the same id', condition('inbox_id', 'not equals', 2), false],
  ['"is not" excludes an empty value, as the server does', condition('priority_id', 'not equals', 1), false],
  ['"is set" matches any value', condition('assigned_user_id', 'set'), true],
  ['"is set" excludes an empty value', condition('priority_id', 'set'), false],
  ['"is not set" matches an empty value', condition('priority_id', 'not set'), true],
  ['"is not set" excludes any value', condition('assigned_team_id', 'not set'), false],
  ['a text field is left to the server', unknown, null],
  ['another operator is left to the server', condition('status_id', 'in', [1]), null],
  [
    'the same field of another model is left to the server',
    condition('inbox_id', 'equals', 2, 'users'),
    null,
  ],
  ['no model means conversations', condition('inbox_id', 'equals', 2, ''), true],
])('%s', (_, node, expected) => {
  expect(evaluateFilters([node], row)).toBe(expected)
})

test('without conditions every row matches', () => {
  expect(evaluateFilters([], row)).toBe(true)
})

test.each<[FilterNode[], boolean | null]>([
  [[matching, matching], true],
  [[matching, unknown], null],
  [[unknown, differing], false],
  [[{ all: [matching, unknown] }], null],
  [[{ all: [unknown, differing] }], false],
  [[{ any: [differing, matching] }], true],
  [[{ any: [unknown, matching] }], true],
  [[{ any: [unknown, differing] }], null],
  [[{ any: [differing, differing] }], false],
  [[matching, { any: [differing, { all: [matching] }] }], true],
])('conditions %j are %s', (nodes, expected) => {
  expect(evaluateFilters(nodes, row)).toBe(expected)
})
