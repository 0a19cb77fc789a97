import type { FilterNode } from '@parley/contract/shared/filters'
import { expect, test } from 'vitest'
import { countConditions } from './count-conditions.ts'
import {
  type DraftRow,
  emptyDraft,
  filterProblem,
  toFilterDraft,
  toFilterNodes,
  withField,
  withOperator,
} from './filter-draft.ts'
import type { FilterField } from './filter-field.ts'

const field = (id: string, kind: FilterField['kind']): FilterField => ({ id, kind, label: id, options: [] })
const fields = [
  field('conversations.status_id', 'select'),
  field('conversations.subject', 'text'),
  field('conversations.tags', 'tags'),
  field('contact_attributes.plan.name', 'text'),
]
const open = { model: 'conversations', field: 'status_id', operator: 'equals', value: '1' }
const about = { model: 'conversations', field: 'subject', operator: 'contains', value: 'refund' }
const vip = { model: 'conversations', field: 'tags', operator: 'contains', value: '[3]' }
const unset = { model: 'conversations', field: 'status_id', operator: 'not set' }

test.each<[string, FilterNode[]]>([
  ['rows', [open, about, vip, unset]],
  ['a group of alternatives', [open, { any: [about, vip] }]],
  [
    'an attribute whose key has a dot',
    [{ model: 'contact_attributes', field: 'plan.name', operator: 'set' }],
  ],
  ['unsupported: nested groups', [open, { any: [about, { all: [open, vip] }] }]],
  [
    'unsupported: operators and fields of the API',
    [
      { ...open, operator: 'in', value: [1, 2] },
      { field: 'gone', operator: 'set' },
    ],
  ],
])('filters survive a round trip through the builder: %s', (_what, nodes) => {
  expect(toFilterNodes(toFilterDraft(nodes, fields))).toEqual(nodes)
})

test('numeric and list values from the API are shown, and an "all" group is flattened', () => {
  const saved = [
    { all: [{ field: 'status_id', operator: 'equals', value: 1 }] },
    { field: 'tags', operator: 'contains', value: [3] },
  ]
  expect(toFilterNodes(toFilterDraft(saved, fields))).toEqual([open, vip])
})

test('equal filters make equal drafts with a key of their own for every condition', () => {
  const draft = toFilterDraft([open, { any: [about, vip] }, unset], fields)
  expect(toFilterDraft([open, { any: [about, vip] }, unset], fields)).toEqual(draft)
  const keys = draft.flatMap((group) => ('rows' in group ? group.rows.map(({ key }) => key) : []))
  expect(new Set(keys).size).toBe(4)
})

const row = (change: Partial<DraftRow>): DraftRow => ({
  key: 'row',
  field: 'conversations.subject',
  operator: 'contains',
  value: 'x',
  ...change,
})

test('changing the field clears operator and value; selecting it again does not', () => {
  expect(withField(row({}), 'conversations.status_id')).toMatchObject({ operator: null, value: '' })
  expect(withField(row({}), 'conversations.subject')).toEqual(row({}))
})

test('an operator without a value clears it', () => {
  expect(withOperator(row({}), 'set').value).toBe('')
  expect(withOperator(row({}), 'equals').value).toBe('x')
})

test('incomplete conditions and empty groups are dropped', () => {
  const half = [
    row({ operator: null }),
    row({ value: ' ' }),
    row({ field: 'conversations.tags', value: '[]' }),
  ]
  expect(toFilterNodes([{ key: 'group', rows: half }, ...emptyDraft])).toEqual([])
  expect(toFilterNodes([{ key: 'group', rows: [...half, row({})] }])).toEqual([{ ...about, value: 'x' }])
})

test('a view needs at least one filter and no incomplete ones', () => {
  expect(filterProblem([])).toBe('view.form.filter.selectAtLeastOne')
  expect(filterProblem(emptyDraft)).toBe('view.form.filter.selectAtLeastOne')
  expect(filterProblem([{ key: 'group', rows: [row({}), row({ value: '' })] }])).toBe(
    'view.form.filter.partiallyFilled',
  )
  expect(filterProblem([{ key: 'group', rows: [row({})] }, ...emptyDraft])).toBe(null)
  expect(filterProblem([{ key: 'group', other: { any: [open, { all: [about] }] } }])).toBe(null)
})

test('conditions inside groups are counted', () => {
  expect(countConditions([open, { any: [about, { all: [vip, unset] }] }])).toBe(4)
})
