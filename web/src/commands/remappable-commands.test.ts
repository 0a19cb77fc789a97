import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Shortcuts, shortcutRefusal } from '@parley/contract/account/keyboard-shortcuts'
import { expect, test } from 'vitest'
import { english } from '../testing/english.ts'
import { remappableCommands } from './remappable-commands.ts'
import {
  assignmentRefusal,
  isCustomised,
  keysFor,
  listConflicts,
  reassignKeys,
  withKeys,
} from './shortcuts/custom-shortcuts.ts'

const root = join(import.meta.dirname, '..')
/** Matches a command in a feature's source: its id and the first of its keys. */
const commandPattern = /\bid: '([a-z_.-]+)',\s*(?:label|place): [^,]+,[\s\S]{0,120}?\bkeys: \[?'([^']+)'/g
const keysById = new Map<string, Set<string>>()
for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(path) || /test\.tsx?$|remappable-commands/.test(path)) continue
  const source = readFileSync(join(root, path), 'utf8').split(/(?=\bid: ')/)
  for (const piece of source)
    for (const [, id = '', keys = ''] of piece.matchAll(commandPattern))
      keysById.set(id, (keysById.get(id) ?? new Set()).add(keys))
}
const unlisted = [
  ...['list.next_by_arrow', 'list.previous_by_arrow', 'list.open_by_enter', 'list.select_none'],
  ...[
    'composer.send',
    'composer.send_resolve',
    'composer.send_later',
    'composer.undo_send',
    'composer.undo_send_by_mod_z',
    'conversation.print',
    'undo.last_by_mod_z',
    'undo.redo_by_mod_z',
  ],
]
const listedKeys = new Map(
  remappableCommands.flatMap((command) =>
    [command.id, ...(command.aliases ?? [])].map((id) => [id, command.keys]),
  ),
)
const idsOf = (commands: readonly { id: string }[]) => commands.map(({ id }) => id)
const commandOf = (id: string) => remappableCommands.find((one) => one.id === id) ?? expect.fail(id)

test('every command with a shortcut is listed with that shortcut', () => {
  expect(keysById.size).toBeGreaterThan(35)
  for (const [id, keys] of keysById)
    if (!unlisted.includes(id)) expect([id, [...keys]]).toEqual([id, [listedKeys.get(id)]])
})

test('every listed command exists in a feature, has a name, and has an assignable key', () => {
  for (const [id] of listedKeys) expect([id, keysById.has(id)]).toEqual([id, true])
  for (const { id, label, group, keys } of remappableCommands) {
    expect([id, english[label] !== undefined, english[group] !== undefined]).toEqual([id, true, true])
    expect([id, shortcutRefusal(keys)]).toEqual([id, null])
  }
})

test('no two commands in one context share a default key', () => {
  for (const command of remappableCommands)
    expect([command.id, listConflicts(command.keys, command, {})]).toEqual([command.id, []])
})

test('keys can be changed, cleared and reset, and aliases change together', () => {
  const resolve = commandOf('conversation.resolve')
  const custom = withKeys({}, resolve, ['d', 'g d'])
  expect(custom).toEqual({ 'conversation.resolve': ['d', 'g d'], 'conversation.reopen': ['d', 'g d'] })
  expect(Shortcuts.safeParse(custom).success).toBe(true)
  expect([keysFor(resolve, custom), isCustomised(resolve, custom)]).toEqual([['d', 'g d'], true])
  expect(withKeys(custom, resolve, [])).toEqual({ 'conversation.resolve': [], 'conversation.reopen': [] })
  expect(withKeys(custom, resolve, ['e'])).toEqual({})
})

test('conflicts include keys that are a prefix of one another', () => {
  const snooze = commandOf('conversation.snooze')
  expect(idsOf(listConflicts('e', snooze, {}))).toEqual(['conversation.resolve'])
  const startingWithG = remappableCommands.filter(({ keys }) => keys.startsWith('g '))
  expect(idsOf(listConflicts('g', snooze, {}))).toEqual(idsOf(startingWithG))
  expect(idsOf(listConflicts('e x', snooze, {}))).toEqual(['conversation.resolve'])
  expect(listConflicts('g x', snooze, {})).toEqual([])
  expect(listConflicts('e', snooze, { 'conversation.resolve': ['d'] })).toEqual([])
  expect(listConflicts('u', commandOf('contact.back'), {})).toEqual([])
  expect(reassignKeys({}, snooze, 'e')).toEqual({
    'conversation.resolve': [],
    'conversation.reopen': [],
    'conversation.snooze': ['e'],
  })
})

test.each([
  'mod+w',
  'mod+t',
  'mod+shift+n',
  'mod+1',
  'f5',
  'mod+c',
  'enter',
  'space',
  'arrowdown',
  'shift+arrowup',
])('%s is reserved', (keys) => {
  expect(assignmentRefusal(keys)).toMatchObject({ sentence: expect.any(String) })
})
test.each(['', 'a b c', 'mod+', 'A', 'shift+?', 'mod+g mod+h', 'tab', 'escape', 'a  b', 'alt+a'])(
  '%j is not a valid shortcut',
  (keys) => {
    expect(assignmentRefusal(keys)).toMatchObject({ sentence: expect.any(String) })
  },
)
test.each(['e', 'shift+u', '?', 'g m', 'mod+k', 'mod+shift+k', 'delete', 'mod+backspace', 'ö'])(
  '%s can be assigned',
  (keys) => {
    expect(assignmentRefusal(keys)).toBeNull()
  },
)
test('a reserved key names the command that uses it', () => {
  expect(assignmentRefusal('mod+enter')).toEqual({ does: 'composer.send' })
})
