import { expect, test, vi } from 'vitest'
import { type Command, isAvailable } from '../../../commands/command.ts'
import { english } from '../../../testing/english.ts'
import type { ConversationTarget } from './conversation-target.ts'
import { targetCommands } from './target-commands.ts'

type Row = ConversationTarget['rows'][number]

const created_at = '2026-09-01T12:00:00Z'
const times = { created_at, updated_at: created_at }
const choices: ConversationTarget['choices'] = {
  agents: [],
  teams: [],
  allStatuses: [],
  statuses: [{ id: 1, name: 'Open', category: 'open', created_at, is_default: true }],
  priorities: [{ id: 3, name: 'High', created_at }],
  inboxes: [],
  tags: [
    { id: 5, name: 'vip', ...times },
    { id: 6, name: 'late', ...times },
  ],
}
const open: Row = {
  ...{ status_category: 'open', assigned_user_id: 8, tags: [] },
  ...{ inbox_id: 1, trashed_at: null, trash_reason: null },
}
const closed: Row = { ...open, status_category: 'closed' }
const mine: Row = { ...open, assigned_user_id: 7 }

function targetOf(rows: Row[], allowed: Partial<ConversationTarget> = {}) {
  const run = vi.fn<ConversationTarget['run']>()
  const target: ConversationTarget = {
    me: { id: 7 },
    rows,
    choices,
    can: () => true,
    canResolve: true,
    run,
    ...allowed,
  }
  const customSnooze = vi.fn()
  const t = ((key: string) => key) as Parameters<typeof targetCommands>[2]['t'] // only keys are used
  const commands = targetCommands(target, 'commands.group.conversation', { t, customSnooze })
  const get = (id: string) => commands.find((one) => one.id === `conversation.${id}`) ?? expect.fail(id)
  const entries = (id: string) => get(id).children?.() ?? expect.fail(id)
  return { commands, get, entries, run, customSnooze }
}
const offered = (commands: readonly Command[]) =>
  commands.filter(isAvailable).map(({ id }) => id.replace('conversation.', ''))
const always = ['follow', 'unfollow', 'mark_unread']

test.each([
  ['one open conversation', [open], ['resolve', 'assign_me']],
  ['one of my own', [mine], ['resolve']],
  ['one closed conversation', [closed], ['reopen', 'assign_me']],
  ['several open ones', [open, open], ['resolve', 'assign_me']],
  ['open and closed ones', [open, closed], ['resolve', 'assign_me']],
  ['only closed ones', [closed, closed], ['reopen', 'assign_me']],
  ['mine and others', [mine, open], ['resolve', 'assign_me']],
  ['only mine', [mine, mine], ['resolve']],
])('%s: offers what would change something', (_name, rows, expected) => {
  const changing = ['resolve', 'reopen', 'assign_me']
  expect(offered(targetOf(rows).commands).filter((id) => changing.includes(id))).toEqual(expected)
})

test.each([
  ['set_status', ['resolve', 'snooze', 'status']],
  ['assign_user', ['assign_me', 'assign']],
  ['assign_team', ['team']],
  ['set_priority', ['priority']],
  ['add_tags', ['tags']],
] as const)('permission for %s alone offers only its commands', (permitted, expected) => {
  const allowed = { can: (type: string) => type === permitted, canResolve: permitted === 'set_status' }
  expect(offered(targetOf([open], allowed).commands)).toEqual([...expected, ...always])
})

test('an agent who may change the status but not resolve is offered the other statuses', () => {
  expect(offered(targetOf([open], { canResolve: false }).commands)).not.toContain('resolve')
  expect(offered(targetOf([open], { canResolve: false }).commands)).toContain('status')
  expect(offered(targetOf([closed], { canResolve: false }).commands)).toContain('reopen')
})

test.each([
  ['resolve', { type: 'set_status', status: 'Resolved' }],
  ['reopen', { type: 'set_status', status: 'Open' }],
  ['assign_me', { type: 'assign_user', assignee_id: 7 }],
  ['follow', { type: 'follow' }],
  ['unfollow', { type: 'unfollow' }],
  ['mark_unread', { type: 'mark_unread' }],
])('%s runs one action for the whole target', (id, action) => {
  const { get, run } = targetOf([open, open])
  get(id).run?.()
  expect(run.mock.calls).toEqual([[action]])
})

test.each([
  ['assign', { type: 'assign_user', assignee_id: null }],
  ['team', { type: 'assign_team', assignee_id: null }],
  ['priority', { type: 'set_priority', priority: null }],
])('the last entry of %s clears it', (id, action) => {
  const { entries, run } = targetOf([open])
  entries(id).at(-1)?.run?.()
  expect(run.mock.calls).toEqual([[action]])
})

test('a status and a priority are set by name', () => {
  const { entries, run } = targetOf([open])
  entries('status')[0]?.run?.()
  entries('priority')[0]?.run?.()
  expect(run.mock.calls).toEqual([
    [{ type: 'set_status', status: 'Open' }],
    [{ type: 'set_priority', priority: 'High' }],
  ])
})

test('a snooze is sent as a duration; its last entry asks for a time', () => {
  const { entries, run, customSnooze } = targetOf([open])
  entries('snooze')[1]?.run?.()
  expect(run.mock.calls).toEqual([[{ type: 'set_status', status: 'Snoozed', snoozed_until: '3h' }]])
  entries('snooze').at(-1)?.run?.()
  expect(customSnooze).toHaveBeenCalledOnce()
})

test('a tag of all rows is checked and removed; any other is added', () => {
  const { entries, run } = targetOf([
    { ...open, tags: ['vip', 'late'] },
    { ...open, tags: ['vip'] },
  ])
  const [vip, late] = entries('tags')
  expect([vip?.labelValues, late?.labelValues]).toEqual([{ name: '✓ vip' }, { name: 'late' }])
  vip?.run?.()
  late?.run?.()
  expect(run.mock.calls).toEqual([
    [{ type: 'remove_tags', tags: ['vip'] }],
    [{ type: 'add_tags', tags: ['late'] }],
  ])
})

test('every command and level has a name in the catalogue, and its key once', () => {
  const { commands } = targetOf([open])
  for (const { label, placeholder, empty } of commands)
    for (const key of [label, placeholder, empty]) expect(key === undefined || english[key]).toBeTruthy()
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  const shown = commands.filter(isAvailable).map(({ keys }) => keys)
  expect(new Set(shown).size).toBe(shown.length)
})
