import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Shortcuts, shortcutRefusal } from '@parley/contract/account/keyboard-shortcuts'
import { expect, test } from 'vitest'
import { english } from '../testing/english.ts'
import { remappableCommands } from './known-commands.ts'
import {
  assignmentRefusal,
  isCustomised,
  keysFor,
  listConflicts,
  reassignKeys,
  withKeys,
} from './shortcuts/custom-shortcuts.ts'

const root = join(import.meta.dirname, '..')
/** A command as features write it: its id, and the first of its keys. */
const offered = /\bid: '([a-z_.-]+)',\s*(?:label|place): [^,]+,[\s\S]{0,120}?\bkeys: \[?'([^']+)'/g
const found = new Map<string, Set<string>>()
for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
  if (!/\.tsx?$/.test(path) || /test\.tsx?$|known-commands/.test(path)) continue
  const source = readFileSync(join(root, path), 'utf8').split(/(?=\bid: ')/)
  for (const piece of source)
    for (const [, id = '', keys = ''] of piece.matchAll(offered))
      found.set(id, (found.get(id) ?? new Set()).add(keys))
}
const left = [
  ...['list.next_by_arrow', 'list.previous_by_arrow', 'list.open_by_enter', 'list.select_none'],
  ...['composer.send', 'composer.send_resolve', 'composer.undo_send'],
]
const known = new Map(
  remappableCommands.flatMap((command) =>
    [command.id, ...(command.aliases ?? [])].map((id) => [id, command.keys]),
  ),
)
const idsOf = (commands: readonly { id: string }[]) => commands.map(({ id }) => id)
const commandOf = (id: string) => remappableCommands.find((one) => one.id === id) ?? expect.fail(id)

test('every command that a feature gives a key is known, with that key', () => {
  expect(found.size).toBeGreaterThan(35)
  for (const [id, keys] of found)
    if (!left.includes(id)) expect([id, [...keys]]).toEqual([id, [known.get(id)]])
})

test('every known command is offered by a feature, has a name, and a key that could be chosen', () => {
  for (const [id] of known) expect([id, found.has(id)]).toEqual([id, true])
  for (const { id, label, group, keys } of remappableCommands) {
    expect([id, english[label] !== undefined, english[group] !== undefined]).toEqual([id, true, true])
    expect([id, shortcutRefusal(keys)]).toEqual([id, null])
  }
})

test('no two commands of one place have the same usual keys', () => {
  for (const command of remappableCommands)
    expect([command.id, listConflicts(command.keys, command, {})]).toEqual([command.id, []])
})

test('keys are changed, taken away and given back; what belongs together changes together', () => {
  const resolve = commandOf('conversation.resolve')
  const own = withKeys({}, resolve, ['d', 'g d'])
  expect(own).toEqual({ 'conversation.resolve': ['d', 'g d'], 'conversation.reopen': ['d', 'g d'] })
  expect(Shortcuts.safeParse(own).success).toBe(true)
  expect([keysFor(resolve, own), isCustomised(resolve, own)]).toEqual([['d', 'g d'], true])
  expect(withKeys(own, resolve, [])).toEqual({ 'conversation.resolve': [], 'conversation.reopen': [] })
  expect(withKeys(own, resolve, ['e'])).toEqual({})
})

test('keys of another command are named, also where one begins with the other', () => {
  const snooze = commandOf('conversation.snooze')
  expect(idsOf(listConflicts('e', snooze, {}))).toEqual(['conversation.resolve'])
  expect(idsOf(listConflicts('g', snooze, {}))).toHaveLength(6)
  expect(idsOf(listConflicts('e x', snooze, {}))).toEqual(['conversation.resolve'])
  expect(listConflicts('g e', snooze, {})).toEqual([])
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
])('%s is not given away', (keys) => {
  expect(assignmentRefusal(keys)).toMatchObject({ sentence: expect.any(String) })
})
test.each(['', 'a b c', 'mod+', 'A', 'shift+?', 'mod+g mod+h', 'tab', 'escape', 'a  b', 'alt+a'])(
  '%j is no shortcut',
  (keys) => {
    expect(assignmentRefusal(keys)).toMatchObject({ sentence: expect.any(String) })
  },
)
test.each(['e', 'shift+u', '?', 'g m', 'mod+k', 'mod+shift+k', 'delete', 'mod+backspace', 'ö'])(
  '%s can be chosen',
  (keys) => {
    expect(assignmentRefusal(keys)).toBeNull()
  },
)
test('what sends and saves says so', () => {
  expect(assignmentRefusal('mod+enter')).toEqual({ does: 'composer.send' })
})
