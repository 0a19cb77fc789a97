import type { Agent } from '@parley/contract/agents/agent'
import { expect, test, vi } from 'vitest'
import { conversationFixture, toConversation } from '../../realtime/conversation-fixtures.ts'
import { changeBy, resolveRefusal, snoozeRefusal } from './conversation-changes.ts'
import { OPEN, RESOLVED, setStatusTo, snoozeUntil } from './target/conversation-target.ts'

const now = new Date('2026-09-01T12:00:00Z')
const status = (id: number, name: string, category: 'open' | 'waiting' | 'closed') => ({
  id,
  name,
  category,
  created_at: now.toISOString(),
  is_default: true,
})
const lookups = {
  my_id: 7,
  priorities: [],
  agents: [],
  teams: [],
  inboxes: [],
  allStatuses: [
    status(1, 'Open', 'open'),
    status(2, 'Snoozed', 'waiting'),
    status(3, 'Resolved', 'closed'),
    status(4, 'Closed', 'closed'),
  ],
}
const me = (permissions: string[]) => ({ id: 7, permissions }) as Agent // only these fields are used
const mine = toConversation(conversationFixture(1))
const unassigned = toConversation(conversationFixture(1, { assigned_user_id: null }))

test('resolving an unassigned conversation assigns it to the resolver and keeps other assignees', () => {
  const assigneeAfter = (name: string, assigned_user_id: number | null) =>
    changeBy(setStatusTo(name), toConversation(conversationFixture(1, { assigned_user_id })), lookups).patch
      .assigned_user_id
  expect(assigneeAfter(RESOLVED, null)).toBe(7)
  expect(assigneeAfter(RESOLVED, 8)).toBe(8)
  expect(assigneeAfter('Closed', null)).toBeUndefined()
})

test('an agent without assign permission cannot resolve an unassigned conversation', () => {
  expect(resolveRefusal(unassigned, me([]), now)).toMatch(/Assign this conversation/)
  expect(resolveRefusal(unassigned, me(['conversations:update_user_assignee']), now)).toBeNull()
  expect(resolveRefusal(mine, me([]), now)).toBeNull()
})

test.each([
  [null, 'Choose when to snooze until'],
  [new Date(now), 'A future time must be selected'],
  [new Date(now.getTime() + 60_000), null],
])('snoozing until %s: %s', (until, reason) => {
  expect(snoozeRefusal(mine, until, now)).toBe(reason)
})

test('leaving Snoozed clears its time', () => {
  const until = new Date(now.getTime() + 60_000)
  const snoozed = toConversation({ ...mine, ...changeBy(snoozeUntil(until), mine, lookups).patch })
  expect(snoozed).toMatchObject({ status_id: 2, snoozed_until: until.toISOString() })
  expect(changeBy(setStatusTo(OPEN), snoozed, lookups).patch.snoozed_until).toBeNull()
})

test('tags are patched in the server’s sort order', () => {
  const tagged = toConversation(conversationFixture(1, { tags: ['vat'] }))
  expect(changeBy({ type: 'add_tags', tags: ['billing'] }, tagged, lookups).patch.tags).toEqual([
    'billing',
    'vat',
  ])
})

/** The request that a change sends. */
async function requestOf(action: Parameters<typeof changeBy>[0], tags: string[] = []) {
  const fetched = vi.fn(async (_request: Request) => Response.json({ data: true }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { origin: 'https://parley.test' })
  vi.stubGlobal('document', { cookie: '' })
  await changeBy(action, toConversation(conversationFixture(1, { tags })), lookups).send()
  vi.unstubAllGlobals()
  const [request] = fetched.mock.calls[0] ?? expect.fail('no request')
  const body = await request.text()
  return [request.method, request.url.split('/').at(-1), body === '' ? undefined : JSON.parse(body)]
}

test.each([
  [{ type: 'assign_user', assignee_id: 8 }, ['PUT', 'user', { assignee_id: 8 }]],
  [{ type: 'assign_user', assignee_id: null }, ['PUT', 'remove', undefined]],
  [{ type: 'assign_team', assignee_id: 4 }, ['PUT', 'team', { assignee_id: 4 }]],
  [{ type: 'set_priority', priority: 'High' }, ['PUT', 'priority', { priority: 'High' }]],
  [setStatusTo(OPEN), ['PUT', 'status', { status: 'Open' }]],
  [
    { type: 'set_status', status: 'Snoozed', snoozed_until: '3h' },
    ['PUT', 'status', { status: 'Snoozed', snoozed_until: '3h' }],
  ],
] as const)('one conversation sends %o to its own endpoint', async (action, request) => {
  expect(await requestOf(action)).toEqual(request)
})

test('tags are sent as the complete list', async () => {
  expect(await requestOf({ type: 'add_tags', tags: ['vat'] }, ['late'])).toEqual([
    'POST',
    'tags',
    { tags: ['late', 'vat'] },
  ])
  expect(await requestOf({ type: 'remove_tags', tags: ['late'] }, ['late'])).toEqual([
    'POST',
    'tags',
    { tags: [] },
  ])
})
