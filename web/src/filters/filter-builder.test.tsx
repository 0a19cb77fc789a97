import type { FilterNode } from '@parley/contract/shared/filters'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { choose } from '../testing/choose.ts'
import { renderApp } from '../testing/render.tsx'
import { FilterBuilder } from './filter-builder.tsx'
import { toFilterDraft, toFilterNodes } from './filter-draft.ts'
import type { FilterField, FilterFieldKind } from './filter-field.ts'

const options = [
  { value: '1', label: 'Open' },
  { value: '2', label: 'Closed' },
]
const fields: FilterField[] = [
  ...(['select', 'boolean', 'text', 'date', 'number'] as FilterFieldKind[]).map((kind) => ({
    id: `conversations.${kind}`,
    kind,
    label: `A ${kind}`,
    options,
  })),
  { id: 'conversations.tags', kind: 'tags', label: 'Tags', options },
]
const status = { model: 'conversations', field: 'select', operator: 'equals', value: '1' }

/** Renders the builder with saved filters; `current` are those that would be saved now. */
function renderBuilder(saved: FilterNode[] = []) {
  let current: FilterNode[] = []
  function Builder() {
    const [groups, setGroups] = useState(() => toFilterDraft(saved, fields))
    current = toFilterNodes(groups)
    return <FilterBuilder groups={groups} onChange={setGroups} fields={fields} />
  }
  return { ...renderApp(<Builder />), current: () => current }
}
const operators = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent)

test.each([
  ['A select', ['is', 'is not', 'is set', 'is not set']],
  ['A boolean', ['is', 'is not']],
  ['A text', ['is', 'is not', 'is set', 'is not set', 'contains', 'does not contain']],
  ['A date', ['is', 'is not', 'is set', 'is not set', 'is greater than', 'is less than']],
  ['A number', ['is', 'is not', 'is greater than', 'is less than']],
  ['Tags', ['contains', 'does not contain', 'is set', 'is not set']],
])('%s is compared by %j', async (label, expected) => {
  const { user } = renderBuilder()
  await choose(user, 'Field', label)
  await user.click(screen.getByRole('combobox', { name: 'Operator' }))
  expect(await operators()).toEqual(expected)
})

test('a condition is complete once it has a field, an operator and a value', async () => {
  const { user, current } = renderBuilder()
  expect(current()).toEqual([])
  await choose(user, 'Field', 'A text')
  expect(screen.queryByRole('textbox', { name: 'Value' }), 'before the operator').toBeNull()
  await choose(user, 'Operator', 'contains')
  expect(current()).toEqual([])
  await user.type(screen.getByRole('textbox', { name: 'Value' }), 'refund')
  expect(current()).toEqual([
    { model: 'conversations', field: 'text', operator: 'contains', value: 'refund' },
  ])
})

test('an operator without a value hides the value', async () => {
  const { user, current } = renderBuilder([status])
  await choose(user, 'Operator', 'is not set')
  expect(screen.queryByRole('combobox', { name: /^Value/ })).toBeNull()
  expect(current()).toEqual([{ model: 'conversations', field: 'select', operator: 'not set' }])
})

test('several tags become one list of ids', async () => {
  const { user, current } = renderBuilder()
  await choose(user, 'Field', 'Tags')
  await choose(user, 'Operator', 'contains')
  await choose(user, 'Value', 'Open')
  await user.click(await screen.findByRole('option', { name: 'Closed' }))
  await waitFor(() =>
    expect(current()).toEqual([
      { model: 'conversations', field: 'tags', operator: 'contains', value: '[1,2]' },
    ]),
  )
})

test('a boolean has the values yes and no', async () => {
  const { user, current } = renderBuilder()
  await choose(user, 'Field', 'A boolean')
  await choose(user, 'Operator', 'is')
  await choose(user, 'Value', 'No')
  expect(current()).toMatchObject([{ field: 'boolean', value: 'false' }])
})

test('"or" adds an alternative to its group, and "Add filter" another group', async () => {
  const { user, current } = renderBuilder([status])
  const group = (number: number) => within(screen.getByRole('group', { name: `Group ${number}` }))
  await user.click(group(1).getByRole('button', { name: 'or' }))
  await choose(user, group(1).getByRole('combobox', { name: 'Field' }), 'A boolean')
  const [, operator] = group(1).getAllByRole('combobox', { name: 'Operator' })
  if (!operator) throw new Error('the second condition has no operator')
  await choose(user, operator, 'is')
  await choose(user, group(1).getByRole('combobox', { name: 'Value' }), 'Yes')
  const unread = { model: 'conversations', field: 'boolean', operator: 'equals', value: 'true' }
  expect(current()).toEqual([{ any: [status, unread] }])
  await user.click(screen.getByRole('button', { name: 'Add filter' }))
  expect(group(2).getAllByRole('combobox', { name: 'Field' })).toHaveLength(1)
  expect(current(), 'the new condition is still empty').toEqual([{ any: [status, unread] }])
})

test('removing the last condition of a group removes the group, and the focus stays in the builder', async () => {
  const { user, current } = renderBuilder([status])
  await user.click(screen.getByRole('button', { name: 'Remove filter' }))
  expect(screen.queryByRole('group')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add filter' }))
  expect(current()).toEqual([])
})

test('a filter of the API that cannot be shown is kept, and can be removed', async () => {
  const nested: FilterNode = { any: [status, { all: [status, { ...status, value: '2' }] }] }
  const { user, current } = renderBuilder([nested, status])
  screen.getByText('Created through the API; can’t be edited here.')
  expect(current()).toEqual([nested, status])
  const [remove] = screen.getAllByRole('button', { name: 'Remove filter' })
  if (!remove) throw new Error('it cannot be removed')
  await user.click(remove)
  expect(current()).toEqual([status])
})

test('a value whose option was deleted is shown as it is stored', () => {
  renderBuilder([{ ...status, value: '99' }])
  screen.getByText('99')
})

test('another field starts without operator and value', async () => {
  const { user, current } = renderBuilder([status])
  await choose(user, 'Field: A select', 'A boolean')
  expect(screen.queryByRole('combobox', { name: /^Value/ })).toBeNull()
  expect(current()).toEqual([])
})
