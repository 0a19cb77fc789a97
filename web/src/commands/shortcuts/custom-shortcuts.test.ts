import { expect, test } from 'vitest'
import { type RemappableCommand, remappableCommands } from '../remappable-commands.ts'
import {
  assignmentRefusal,
  isCustomised,
  keysFor,
  listConflicts,
  reassignKeys,
  withKeys,
} from './custom-shortcuts.ts'

const command = (id: string): RemappableCommand => {
  const match = remappableCommands.find((one) => one.id === id)
  if (!match) throw new Error(`There is no command ${id}`)
  return match
}
const resolve = command('conversation.resolve')
const next = command('list.next')
const previous = command('list.previous')

test('a command has its default keys until they are customised', () => {
  expect(keysFor(next, {})).toEqual(['j'])
  expect(isCustomised(next, {})).toBe(false)
  const custom = withKeys({}, next, ['n', 'mod+j'])
  expect(keysFor(next, custom)).toEqual(['n', 'mod+j'])
  expect(isCustomised(next, custom)).toBe(true)
})

test('the default keys are stored as no customisation', () => {
  const custom = withKeys(withKeys({}, next, ['n']), next, ['j'])
  expect(custom).toEqual({})
})

test('a command without keys stays without keys', () => {
  const custom = withKeys({}, next, [])
  expect(keysFor(next, custom)).toEqual([])
  expect(isCustomised(next, custom)).toBe(true)
})

test('aliases of a command get the same keys', () => {
  const aliased = remappableCommands.find(({ aliases }) => aliases?.length)
  if (!aliased) throw new Error('No command has an alias')
  const custom = withKeys({}, aliased, ['q'])
  for (const id of [aliased.id, ...(aliased.aliases ?? [])]) expect(custom[id]).toEqual(['q'])
  expect(withKeys(custom, aliased, [aliased.keys])).toEqual({})
})

test('keys conflict when they are equal or one begins with the other', () => {
  const idsFor = (keys: string) => listConflicts(keys, resolve, {}).map(({ id }) => id)
  expect(idsFor('j')).toContain('list.next')
  const [sequence = ''] = remappableCommands.map(({ keys }) => keys).filter((keys) => keys.includes(' '))
  expect(sequence).not.toBe('')
  const [first = ''] = sequence.split(' ')
  expect(listConflicts(first, resolve, {}).map(({ keys }) => keys)).toContain(sequence)
  expect(listConflicts(`${sequence} x`, resolve, {}).map(({ keys }) => keys)).toContain(sequence)
  expect(idsFor('q')).toEqual([])
})

test('a command does not conflict with itself, nor with commands of another context', () => {
  expect(listConflicts(resolve.keys, resolve, {})).not.toContain(resolve)
  for (const one of remappableCommands)
    for (const other of listConflicts(one.keys, one, {}))
      expect([one.context, 'anywhere', other.context]).toContain(
        one.context === 'anywhere' ? 'anywhere' : other.context,
      )
})

test('reassigned keys are taken from every other command', () => {
  const custom = reassignKeys({}, previous, 'j')
  expect(keysFor(previous, custom)).toEqual(['j'])
  expect(keysFor(next, custom)).toEqual([])
  expect(listConflicts('j', previous, custom)).toEqual([])
})

test('a command that loses one of two keys keeps the other', () => {
  const custom = reassignKeys(withKeys({}, next, ['j', 'n']), previous, 'n')
  expect(keysFor(next, custom)).toEqual(['j'])
  expect(isCustomised(next, custom), 'these are its default keys').toBe(false)
})

test('keys with a universal meaning are refused with what they do', () => {
  expect(assignmentRefusal('mod+enter')).toEqual({ does: 'composer.send' })
  expect(assignmentRefusal('z')).toEqual({ does: 'command.undo_send' })
  expect(assignmentRefusal('q')).toBeNull()
  expect(assignmentRefusal('not a key')).toEqual({ sentence: expect.any(String) })
})
