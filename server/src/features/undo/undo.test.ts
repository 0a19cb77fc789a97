import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { lockVisible } from '../../conversation-access.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { setPriority } from '../conversations/set-priority.ts'
import { setStatus } from '../conversations/set-status.ts'
import { wakeConversation } from '../conversations/wake-conversation.ts'
import { findLastAction } from './find-action.ts'

type Browser = Awaited<ReturnType<TestApp['as']>>
let t: TestApp
let ana: Actor
let ben: Actor
let browser: Browser
let bens: Browser

beforeAll(async () => {
  t = await startTestApp()
  for (const name of ['vip', 'late', 'refund']) await t.make.tag(name)
})
beforeEach(async () => {
  // Everyone starts without actions, because the clock stands still.
  t.clock.advance(1000)
  ana = await t.make.agent({ first_name: 'Ana', permissions: t.make.allPermissions })
  ben = await t.make.agent({ first_name: 'Ben', permissions: t.make.allPermissions })
  browser = await t.as(ana)
  bens = await t.as(ben)
})
afterAll(() => t.stop())

const path = (c: { uuid: string }, rest: string) => `/api/v1/conversations/${c.uuid}${rest}`
const rowOf = (c: { id: number }) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirstOrThrow()
const undo = (body: object = {}, who = browser) => who.post('/api/v1/undo', body)
const last = async (who = browser) => (await who.get('/api/v1/undo')).body.data
const status = (c: { uuid: string }, name: string, who = browser, snoozed_until?: string) =>
  who.put(path(c, '/status'), { status: name, ...(snoozed_until && { snoozed_until }) })
const assignTo = (c: { uuid: string }, agent: Actor, who = browser) =>
  who.put(path(c, '/assignee/user'), { assignee_id: agent.id })
const tagsOf = async (c: { uuid: string }) => (await browser.get(path(c, ''))).body.data.tags
const outcomesOf = (reply: { body: { data: { outcomes: { reason: string | null }[] } } }) =>
  reply.body.data.outcomes.map(({ reason }) => reason)
const linesOf = async (c: { uuid: string }): Promise<string[]> =>
  (await browser.get(path(c, '/messages'))).body.data.results
    .filter(({ type }: { type: string }) => type === 'activity')
    .map(({ content }: { content: string }) => content)

test('resolving an unassigned conversation is one action, undone as one', async () => {
  const c = await t.make.conversation()
  const reply = await status(c, 'Resolved')
  expect(await last()).toMatchObject({
    id: Number(reply.headers['x-event-id']),
    kind: 'status',
    what: { status: 'Resolved' },
    conversations: [c.uuid],
    count: 1,
    at: t.clock.now().toISOString(),
  })
  const undone = await undo()
  expect(undone.body.data.outcomes).toEqual([
    { uuid: c.uuid, ok: true, reason: null, reference_number: c.reference_number },
  ])
  expect(await rowOf(c)).toMatchObject({ status_id: 1, status_category: 'open', assigned_user_id: null })
  expect(await linesOf(c)).toEqual([
    'Ana unassigned Ana (undid a change)',
    'Ana marked this as Open (undid a change)',
    'Ana marked this as Resolved',
    'Ana assigned this to themselves',
  ])
  const events = await t.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('conversation_id', '=', c.id)
    .orderBy('id')
    .execute()
  const id = undone.body.data.id
  expect(events.slice(-2)).toMatchObject([
    { type: 'conversation.status_changed', data: { undoes: id } },
    { type: 'conversation.user_removed', data: { undoes: id } },
  ])
  expect(await last()).toBe(null)
})

/** Each kind of change: how it is made, how it is described, and what must be as before afterwards. */
const changes: [name: string, kind: string, change: (c: { uuid: string }) => Promise<{ status: number }>][] =
  [
    ['status', 'status', (c) => status(c, 'Closed')],
    ['snooze', 'snooze', (c) => status(c, 'Snoozed', browser, '3h')],
    ['assignee', 'assign', (c) => assignTo(c, ben)],
    ['own assignment', 'assign_self', (c) => assignTo(c, ana)],
    ['unassignment', 'unassign', (c) => browser.put(path(c, '/assignee/user/remove'))],
    [
      'team',
      'assign_team',
      async (c) => browser.put(path(c, '/assignee/team'), { assignee_id: (await t.make.team()).id }),
    ],
    ['team removal', 'unassign_team', (c) => browser.put(path(c, '/assignee/team/remove'))],
    ['priority', 'priority', (c) => browser.put(path(c, '/priority'), { priority: 'Low' })],
    ['priority removal', 'priority_removed', (c) => browser.put(path(c, '/priority'), { priority: null })],
    ['added tags', 'tags_added', (c) => browser.post(path(c, '/tags'), { tags: ['vip', 'late'] })],
    ['removed tags', 'tags_removed', (c) => browser.post(path(c, '/tags'), { tags: [] })],
    ['replaced tags', 'tags', (c) => browser.post(path(c, '/tags'), { tags: ['refund'] })],
  ]
test.each(changes)('undo and redo of %s restore every value', async (_name, kind, change) => {
  const carla = await t.make.agent({ first_name: 'Carla' })
  const team = await t.make.team()
  const c = await t.make.conversation({ assigned_user_id: carla.id, assigned_team_id: team.id })
  await bens.put(path(c, '/priority'), { priority: 'High' })
  await bens.post(path(c, '/tags'), { tags: ['vip'] })
  const columns = async () => {
    const { status_id, status_category, snoozed_until, ...row } = await rowOf(c)
    const { priority_id, assigned_user_id, assigned_team_id } = row
    const jobs = (await t.jobs()).filter(({ key }) => key === `wake_conversation:${c.id}`).length
    return {
      ...{ status_id, status_category, snoozed_until, priority_id, assigned_user_id, assigned_team_id },
      ...{ jobs, tags: await tagsOf(c) },
    }
  }
  const before = await columns()
  expect((await change(c)).status).toBe(200)
  const after = await columns()
  expect(after).not.toEqual(before)
  expect(await last()).toMatchObject({ kind, count: 1 })

  const undone = await undo()
  expect(outcomesOf(undone)).toEqual([null])
  expect(await columns()).toEqual(before)
  expect(await last(), 'undoing is no action').toBe(null)

  const redone = await undo({ id: undone.body.data.redo_id })
  expect(outcomesOf(redone)).toEqual([null])
  expect(await columns()).toEqual(after)
  expect((await linesOf(c))[0]).not.toContain('undid')
  await undo()
  expect(await columns(), 'redoing is an action').toEqual(before)
})

test('a macro is undone as a whole, and named', async () => {
  const team = await t.make.team('Billing')
  const { body } = await browser.post('/api/v1/macros', {
    name: 'Refund',
    message_content: '',
    visibility: 'all',
    visible_when: ['replying'],
    actions: [
      { type: 'assign_team', value: [String(team.id)] },
      { type: 'set_status', value: ['3'] },
      { type: 'add_tags', value: ['refund'] },
    ],
  })
  const c = await t.make.conversation({ assigned_user_id: ben.id })
  const applied = await browser.post(path(c, `/macros/${body.data.id}/apply`), body.data.actions)
  expect(applied.status).toBe(200)
  expect(await last()).toMatchObject({ kind: 'macro', what: { macro: 'Refund' }, count: 1 })
  expect(outcomesOf(await undo())).toEqual([null])
  expect(await rowOf(c)).toMatchObject({ assigned_team_id: null, assigned_user_id: ben.id, status_id: 1 })
  expect(await tagsOf(c)).toEqual([])
})

test('repeated undo walks back action by action, across conversations', async () => {
  const [a, b] = [await t.make.conversation(), await t.make.conversation()]
  await assignTo(a, ben)
  await browser.put(path(b, '/priority'), { priority: 'High' })
  await status(a, 'Closed')
  const kinds = []
  for (let n = 0; n < 3; n++) kinds.push((await undo()).body.data.kind)
  expect(kinds).toEqual(['status', 'priority', 'assign'])
  expect(await rowOf(a)).toMatchObject({ status_id: 1, assigned_user_id: null })
  expect(await rowOf(b)).toMatchObject({ priority_id: null })
  expect(await undo()).toMatchObject({ status: 409, body: { message: 'There is nothing to undo' } })
})

test('a bulk action restores what it can and names who changed the rest', async () => {
  const all = [await t.make.conversation(), await t.make.conversation(), await t.make.conversation()]
  const [a, b, d] = all
  if (!a || !b || !d) throw new Error('expected three')
  const uuids = all.map(({ uuid }) => uuid)
  await browser.post('/api/v1/conversations/bulk', {
    uuids,
    action: { type: 'assign_user', assignee_id: ana.id },
  })
  await assignTo(b, ben, bens)
  expect(await last()).toMatchObject({ kind: 'assign_self', count: 3 })
  const undone = await undo()
  expect(outcomesOf(undone)).toEqual([null, 'Ben changed the assignee since', null])
  expect(await rowOf(a)).toMatchObject({ assigned_user_id: null })
  expect(await rowOf(b)).toMatchObject({ assigned_user_id: ben.id })
  expect(await last(), 'what was refused is not offered again').toBe(null)
})

test('tags of a bulk action are described together', async () => {
  const [a, b] = [await t.make.conversation(), await t.make.conversation()]
  await bens.post(path(b, '/tags'), { tags: ['vip'] })
  const uuids = [a.uuid, b.uuid]
  await browser.post('/api/v1/conversations/bulk', {
    uuids,
    action: { type: 'add_tags', tags: ['vip', 'late'] },
  })
  const { what } = await last()
  expect(what.added.toSorted()).toEqual(['late', 'vip'])
  await undo()
  expect([await tagsOf(a), await tagsOf(b)]).toEqual([[], ['vip']])
})

test.each<[string, (c: { uuid: string; id: number }) => Promise<unknown>, string]>([
  ['an agent', (c) => status(c, 'Closed', bens), 'Ben changed the status since'],
  ['the same agent', (c) => status(c, 'Closed'), 'You changed the status since'],
  [
    'another kind of caller',
    (c) => t.act(t.system, async (tx) => setStatus(tx, await lockVisible(tx, c.uuid), { status: 'Closed' })),
    'Parley changed the status since',
  ],
  [
    'the customer',
    (c) => bens.post(path(c, '/messages'), { message: '<p>But</p>', sender_type: 'contact' }),
    'The customer has replied since',
  ],
])('a change by %s since is named and kept', async (_who, change, reason) => {
  const c = await t.make.conversation({ assigned_user_id: ben.id })
  const first = await status(c, 'Resolved')
  await change(c)
  const kept = await rowOf(c)
  const id = Number(first.headers['x-event-id'])
  const reply = await undo({ id })
  expect(outcomesOf(reply)).toEqual([reason])
  expect(await rowOf(c)).toEqual(kept)
})

test('a conversation with one changed value keeps all of them', async () => {
  const c = await t.make.conversation()
  await status(c, 'Resolved')
  await assignTo(c, ben, bens)
  const before = { row: await rowOf(c), events: await t.events(c.id) }
  expect(outcomesOf(await undo())).toEqual(['Ben changed the assignee since'])
  expect({ row: await rowOf(c), events: await t.events(c.id) }).toEqual(before)
})

test('a refused action can be tried again by its id, and undo goes on to the one before', async () => {
  const [a, b] = [await t.make.conversation(), await t.make.conversation()]
  await browser.put(path(a, '/priority'), { priority: 'High' })
  const refused = await browser.put(path(b, '/priority'), { priority: 'High' })
  await bens.put(path(b, '/priority'), { priority: 'Low' })
  expect(outcomesOf(await undo())).toEqual(['Ben changed the priority since'])
  expect((await undo()).body.data.conversations).toEqual([a.uuid])
  await bens.put(path(b, '/priority'), { priority: 'High' })
  expect(outcomesOf(await undo({ id: Number(refused.headers['x-event-id']) }))).toEqual([null])
})

test('two requests undo an action once', async () => {
  const c = await t.make.conversation()
  const tab = await t.as(ana)
  for (const body of [{}, undefined]) {
    const reply = await browser.put(path(c, '/priority'), { priority: 'High' })
    const request = body ?? { id: Number(reply.headers['x-event-id']) }
    const replies = await Promise.all([undo(request), undo(request, tab), undo(request)])
    expect(replies.map((one) => one.status).sort()).toEqual([200, 409, 409])
    expect((await linesOf(c)).filter((line) => line.includes('undid')).length).toBe(body ? 1 : 2)
  }
})

test('a repeated request with its idempotency key undoes once and gets the same answer', async () => {
  const [a, b] = [await t.make.conversation(), await t.make.conversation()]
  for (const c of [a, b]) await browser.put(path(c, '/priority'), { priority: 'High' })
  const replies = [1, 2].map(() => browser.post('/api/v1/undo', {}, { 'idempotency-key': 'undo 1' }))
  const [first, second] = await Promise.all(replies)
  expect(first?.body.data).toEqual(second?.body.data)
  expect((await rowOf(a)).priority_id).toBe(3)
  expect((await rowOf(b)).priority_id).toBe(null)
})

test('an action can be undone for an hour', async () => {
  const c = await t.make.conversation()
  const reply = await status(c, 'Closed')
  const id = Number(reply.headers['x-event-id'])
  t.clock.advance(60 * 60_000 - 1)
  expect(await last()).toMatchObject({ id })
  t.clock.advance(1)
  expect(await last()).toBe(null)
  expect(await undo({ id })).toMatchObject({
    status: 409,
    body: { message: 'This was more than 60 minutes ago, so it can no longer be undone' },
  })
  expect(await undo({ id: 999_999 })).toMatchObject({ status: 404, body: { message: 'Action not found' } })
})

test("nobody undoes someone else's action", async () => {
  const c = await t.make.conversation()
  const reply = await status(c, 'Closed')
  expect(await last(bens)).toBe(null)
  expect(await undo({ id: Number(reply.headers['x-event-id']) }, bens)).toMatchObject({ status: 404 })
})

test('a conversation that the agent may no longer see is refused without a trace', async () => {
  const narrow = await t.make.agent({
    permissions: [
      'conversations:read',
      'conversations:read_assigned',
      'conversations:update_status',
      'conversations:update_user_assignee',
    ],
  })
  const theirs = await t.as(narrow)
  const c = await t.make.conversation({ assigned_user_id: narrow.id })
  await status(c, 'Closed', theirs)
  await assignTo(c, ben, bens)
  const before = { row: await rowOf(c), events: await t.events(c.id) }
  expect((await undo({}, theirs)).body.data.outcomes).toEqual([
    { uuid: c.uuid, ok: false, reason: 'Conversation not found', reference_number: null },
  ])
  expect({ row: await rowOf(c), events: await t.events(c.id) }).toEqual(before)
})

test('undo needs the permission of the change, also if it was withdrawn since', async () => {
  const c = await t.make.conversation()
  await assignTo(c, ben)
  await t.db
    .updateTable('roles')
    .set({ permissions: ['conversations:read', 'conversations:read_all'] })
    .where('id', 'in', (eb) => eb.selectFrom('agent_roles').select('role_id').where('agent_id', '=', ana.id))
    .execute()
  expect(outcomesOf(await undo())).toEqual(['Your role doesn’t allow this'])
  expect(await rowOf(c)).toMatchObject({ assigned_user_id: ben.id })
})

test('values that no longer exist are refused with a reason', async () => {
  const carla = await t.make.agent({ first_name: 'Carla' })
  const c = await t.make.conversation({ assigned_user_id: carla.id })
  await assignTo(c, ana)
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', carla.id).execute()
  expect(outcomesOf(await undo())).toEqual(['Carla is disabled and can’t be assigned'])
})

test('a snooze that would be over by now is restored as open', async () => {
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  await status(c, 'Snoozed', browser, '10m')
  await status(c, 'Resolved')
  t.clock.advance(20 * 60_000)
  expect(outcomesOf(await undo())).toEqual([null])
  expect(await rowOf(c)).toMatchObject({ status_id: 1, snoozed_until: null })
})

test('a snooze that ended since is named', async () => {
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  await status(c, 'Snoozed', browser, '10m')
  t.clock.advance(20 * 60_000)
  await t.act(t.system, async (tx) => {
    await wakeConversation(tx, c.id)
  })
  expect(outcomesOf(await undo())).toEqual(['The snooze has ended since'])
})

test('marking as unread or read on purpose is an action, opening a conversation is none', async () => {
  const c = await t.make.conversation()
  const unread = async () => (await browser.get(path(c, ''))).body.data.unread_message_count
  await browser.put(path(c, '/last-seen'))
  expect(await last()).toBe(null)
  await browser.put(path(c, '/mark-unread'))
  expect(await last()).toMatchObject({ kind: 'unread', count: 1 })
  expect(await unread()).toBe(1)
  expect(outcomesOf(await undo())).toEqual([null])
  expect(await unread()).toBe(0)

  await browser.put(path(c, '/mark-unread'))
  await browser.put(path(c, '/last-seen'))
  expect(outcomesOf(await undo())).toEqual(['You have read it since'])
  const read = { uuids: [c.uuid], action: { type: 'mark_seen' } }
  await browser.put(path(c, '/mark-unread'))
  await browser.post('/api/v1/conversations/bulk', read)
  expect(await last()).toMatchObject({ kind: 'read' })
  await undo()
  expect(await unread()).toBe(1)
})

test('starting a conversation is not undone in part', async () => {
  const inbox = await t.make.inbox()
  const reply = await browser.post('/api/v1/conversations', {
    inbox_id: inbox.id,
    contact_email: 'new@customer.test',
    first_name: 'New',
    subject: 'Hello',
    content: '<p>Hello</p>',
    agent_id: ben.id,
  })
  expect(reply.status).toBe(200)
  expect(await last()).toBe(null)
})

test('an API key undoes what API keys did, a browser what the agent did, and a limited key only its inboxes', async () => {
  const own = await t.make.conversation()
  const other = await t.make.conversation()
  const key = { ...ana, kind: 'api_key' as const }
  for (const c of [own, other])
    await t.act(key, async (tx) => setPriority(tx, await lockVisible(tx, c.uuid), 'High'))
  expect(await last()).toBe(null)
  const lastOf = (actor: Actor) => findLastAction(t.db, actor, t.clock.now())
  expect((await lastOf(key))?.events.map((event) => event.conversation_id)).toEqual([other.id])
  const limited = { ...key, scope: { read_only: false, inbox_ids: [own.inbox_id] } }
  expect((await lastOf(limited))?.events.map((event) => event.conversation_id)).toEqual([own.id])
})
