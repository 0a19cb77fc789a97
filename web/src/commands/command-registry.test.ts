import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { currentCommands, findCommand, registerCommands } from './command-registry.ts'

const command = (id: string, label: string): Command => ({ id, label, group: 'g', run: () => {} })

test('commands of an "above" layer take precedence over later page layers', () => {
  const removeAbove = registerCommands([command('a', 'chosen')], 'above')
  const removePage = registerCommands([command('a', 'open'), command('b', 'open')])
  expect(currentCommands().map((c) => `${c.id} ${c.label}`)).toEqual(['a chosen', 'b open'])
  removeAbove()
  expect(findCommand('a')?.label).toBe('open')
  removePage()
})

test('a later registration of the same command replaces the earlier one until it is removed', () => {
  const removeShell = registerCommands([command('a', 'shell'), command('b', 'shell')])
  const removePane = registerCommands([command('b', 'pane')])
  expect(currentCommands().map((c) => `${c.id} ${c.label}`)).toEqual(['a shell', 'b pane'])
  removePane()
  expect(findCommand('b')?.label).toBe('shell')
  removeShell()
  expect(currentCommands()).toEqual([])
})
