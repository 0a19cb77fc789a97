import { expect, test } from 'vitest'
import type { Command } from '../command.ts'
import { paletteEntries } from './palette-entries.ts'

const run = () => {}
const command = (id: string, label: string, group: string, rest: Partial<Command> = {}) =>
  ({ id, label, group, run, ...rest }) as Command // either variant of Command

const GO = 'commands.group.go'
const CONVERSATION = 'commands.group.conversation'
const snoozes = [
  command('snooze.60', '1 hour', 'snooze.for'),
  command('snooze.180', '3 hours', 'snooze.for'),
  command('snooze.custom', 'Pick date and time', 'snooze.for', { keywords: 'custom' }),
]
const commands = [
  command('go.all', 'All conversations', GO),
  command('go.reports', 'Reports', GO, { when: () => false }),
  command('list.next', 'Next conversation', 'commands.group.list', { shortcutOnly: true }),
  { id: 'snooze', label: 'Snooze', group: CONVERSATION, children: () => snoozes },
  command('resolve', 'Resolve', CONVERSATION),
]
const idsByGroup = (typed: string, given: Partial<Parameters<typeof paletteEntries>[0]> = {}) =>
  paletteEntries({
    commands,
    sources: [],
    recent: [],
    query: typed,
    labelOf: (one) => one.label,
    ...given,
  }).map(({ group, entries }) => [group, ...entries.map(({ command }) => command.id)])

test('without a query, conversation commands come before navigation', () => {
  expect(idsByGroup('')).toEqual([
    [CONVERSATION, 'snooze', 'resolve'],
    [GO, 'go.all'],
  ])
})

test('recent commands come first, once, and only if available', () => {
  expect(idsByGroup('', { recent: ['go.all', 'go.reports', 'gone', 'resolve'] })).toEqual([
    ['palette.recent', 'go.all', 'resolve'],
    [CONVERSATION, 'snooze'],
  ])
})

test('nested commands are found from the top level', () => {
  expect(idsByGroup('snooze 3')).toEqual([['snooze.for', 'snooze.180']])
  expect(idsByGroup('custom')).toEqual([['snooze.for', 'snooze.custom']])
  const [group] = paletteEntries({
    commands,
    sources: [],
    recent: [],
    query: 'custom',
    labelOf: (c) => c.label,
  })
  expect(group?.entries[0]?.parent?.id).toBe('snooze')
})

test('the name of a level matches the level, not all of its commands', () => {
  expect(idsByGroup('snooze')).toEqual([[CONVERSATION, 'snooze']])
})

test('of two equal matches the recently used one comes first', () => {
  const two = [command('a', 'Copy link', 'g'), command('b', 'Copy name', 'g')]
  expect(idsByGroup('copy', { commands: two })).toEqual([['g', 'a', 'b']])
  expect(idsByGroup('copy', { commands: two, recent: ['b'] })).toEqual([['g', 'b', 'a']])
})

test('sources receive the query and follow the matching commands', () => {
  const source = (typed: string) => [command('search', `Search for ${typed}`, 'search')]
  expect(idsByGroup(' reso ', { sources: [source] })).toEqual([
    [CONVERSATION, 'resolve'],
    ['search', 'search'],
  ])
  expect(idsByGroup('zzzz', { sources: [source] })).toEqual([['search', 'search']])
})
