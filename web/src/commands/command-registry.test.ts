import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { currentCommands, findCommand, registerCommands } from './command-registry.ts'

const command = (id: string, label: string): Command => ({ id, label, group: 'g', run: () => {} })

test('commands of an "above" layer take precedence over later page layers', () => {
  const withdrawAbove = registerCommands([command('a', 'chosen')], 'above')
  const withdrawPage = registerCommands([command('a', 'open'), command('b', 'open')])
  expect(currentCommands().map((c) => `${c.id} ${c.label}`)).toEqual(['a chosen', 'b open'])
  withdrawAbove()
  expect(findCommand('a')?.label).toBe('open')
  withdrawPage()
})

test('a later registration of the same command replaces the earlier one until it is removed', () => {
  const withdrawShell = registerCommands([command('a', 'shell'), command('b', 'shell')])
  const withdrawPane = registerCommands([command('b', 'pane')])
  expect(currentCommands().map((c) => `${c.id} ${c.label}`)).toEqual(['a shell', 'b pane'])
  withdrawPane()
  expect(findCommand('b')?.label).toBe('shell')
  withdrawShell()
  expect(currentCommands()).toEqual([])
})
