import type { UsableAction, UsableMacro } from '@parley/contract/macros/macro-availability'
import { expect, test } from 'vitest'
import { addMacro, removeMacroAction } from './chosen-macros.ts'

// Only the fields that are used.
const macro = (id: number, ...types: UsableAction['type'][]) =>
  ({
    id,
    name: `m${id}`,
    actions: types.map((type) => ({ type, value: ['1'], display_value: [] })),
  }) as unknown as UsableMacro
const shown = (picked: { id: number; actions: { type: string }[] }[]) =>
  picked.map(({ id, actions }) => `${id}: ${actions.map(({ type }) => type).join(' ')}`)

test('a second macro adds its actions, and the later of two actions of one kind wins', () => {
  const first = addMacro([], macro(1, 'set_status', 'add_tags'))
  expect(shown(addMacro(first, macro(2, 'set_status', 'assign_team')))).toEqual([
    '1: add_tags',
    '2: set_status assign_team',
  ])
})

test('choosing a macro again restores its removed actions, as a new use', () => {
  const first = removeMacroAction(addMacro([], macro(1, 'set_status', 'add_tags')), 1, 'add_tags')
  expect(shown(first)).toEqual(['1: set_status'])
  const again = addMacro(first, macro(1, 'set_status', 'add_tags'))
  expect(shown(again)).toEqual(['1: set_status add_tags'])
  expect(again[0]?.key).not.toBe(first[0]?.key)
})
