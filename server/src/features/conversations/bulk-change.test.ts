import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let ana: Actor
let browser: Awaited<ReturnType<TestApp['as']>>

beforeAll(async () => {
  t = await startTestApp()
  ana = await t.make.agent({ first_name: 'Ana' })
  browser = await t.as(ana)
  await t.make.tag('vip')
  await t.make.tag('late')
})
afterAll(() => t.stop())

const bulk = (uuids: string[], action: object, headers: Record<string, string> = {}) =>
  browser.post('/api/v1/conversations/bulk', { uuids, action }, headers)
const makeConversations = async (count: number) => {
  const created = []
  for (let n = 0; n < count; n++) created.push(await t.make.conversation())
  return created
}
const rowOf = (c: { id: number }) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirstOrThrow()
const tagsOf = async (c: { uuid: string }) =>
  (await browser.get(`/api/v1/conversations/${c.uuid}`)).body.data.tags
const succeeded = (...all: { uuid: string }[]) => all.map(({ uuid }) => ({ uuid, ok: true, reason: null }))

test('a bulk change runs the normal verb for each conversation, each with its own timeline line and event', async () => {
  const [a, b] = await makeConversations(2)
  if (!a || !b) throw new Error('expected two conversations')
  const team = await t.make.team()
  const uuids = [b.uuid, a.uuid, b.uuid]
  const reply = await bulk(uuids, { type: 'assign_team', assignee_id: team.id })
  expect(reply.body.data, 'in the order asked, each once').toEqual(succeeded(b, a))
  await bulk(uuids, { type: 'assign_user', assignee_id: ana.id })
  await bulk(uuids, { type: 'set_priority', priority: 'High' })
  await bulk(uuids, { type: 'add_tags', tags: ['VIP'] })
  await bulk(uuids, { type: 'add_tags', tags: ['late'] })
  await bulk(uuids, { type: 'remove_tags', tags: ['Vip'] })
  await bulk(uuids, { type: 'set_status', status: 'Snoozed', snoozed_until: '2h' })
  await bulk(uuids, { type: 'mark_seen' })
  for (const c of [a, b]) {
    expect(await rowOf(c)).toMatchObject({
      assigned_user_id: ana.id,
      assigned_team_id: team.id,
      priority_id: 3,
      status_id: 2,
    })
    expect(await tagsOf(c)).toEqual(['late'])
    expect((await t.events(c.id)).slice(-8)).toEqual([
      'conversation.team_assigned',
      'conversation.user_assigned',
      'conversation.priority_changed',
      'conversation.tags_changed',
      'conversation.tags_changed',
      'conversation.tags_changed',
      'conversation.snoozed',
      'conversation.seen',
    ])
    expect((await t.jobs()).some((job) => job.key === `wake_conversation:${c.id}`)).toBe(true)
  }
  await bulk(uuids, { type: 'assign_user', assignee_id: null })
  await bulk(uuids, { type: 'assign_team', assignee_id: null })
  await bulk(uuids, { type: 'set_priority', priority: null })
  expect(await rowOf(a)).toMatchObject({ assigned_user_id: null, assigned_team_id: null, priority_id: null })
})

test('a refused conversation is unchanged, reports why, and does not undo the others', async () => {
  // Without permission to assign themselves, an agent cannot resolve an unassigned conversation.
  const resolver = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'conversations:update_status'],
  })
  const restrictedBrowser = await t.as(resolver)
  const assigned = await t.make.conversation({ assigned_user_id: resolver.id })
  const unassigned = await t.make.conversation()
  const last = await t.make.conversation({ assigned_user_id: resolver.id })
  const before = { row: await rowOf(unassigned), events: await t.events(unassigned.id) }
  const reply = await restrictedBrowser.post('/api/v1/conversations/bulk', {
    uuids: [assigned.uuid, unassigned.uuid, last.uuid],
    action: { type: 'set_status', status: 'Resolved' },
  })
  expect([reply.status, reply.body.data]).toEqual([
    200,
    [
      ...succeeded(assigned),
      {
        uuid: unassigned.uuid,
        ok: false,
        reason: 'Assign this conversation to someone before resolving it',
      },
      ...succeeded(last),
    ],
  ])
  expect({ row: await rowOf(unassigned), events: await t.events(unassigned.id) }).toEqual(before)
  for (const c of [assigned, last]) expect(await rowOf(c)).toMatchObject({ status_id: 3 })
})

test('a verb that fails halfway leaves no trace', async () => {
  const [valid, invalid] = await makeConversations(2)
  if (!valid || !invalid) throw new Error('expected two conversations')
  // The verb has already changed the row and written its line when the event is refused.
  const lines = () =>
    t.db.selectFrom('messages').select('id').where('conversation_id', '=', invalid.id).execute()
  const before = { row: await rowOf(invalid), lines: await lines() }
  await t.pool.query(
    `create function refuse_one() returns trigger language plpgsql as $$ begin
       if new.conversation_id = ${invalid.id} then raise exception 'no' using errcode = '23505', constraint = 'tags_name'; end if;
       return new; end $$`,
  )
  // It stays: dropping it would lock a partition before the table, which deadlocks with whatever reads events at the time.
  await t.pool.query(
    'create trigger refuse_one before insert on events for each row execute function refuse_one()',
  )
  const reply = await bulk([invalid.uuid, valid.uuid], { type: 'set_priority', priority: 'Low' })
  expect(reply.body.data).toMatchObject([
    { uuid: invalid.uuid, ok: false },
    { uuid: valid.uuid, ok: true },
  ])
  expect({ row: await rowOf(invalid), lines: await lines() }).toEqual(before)
  expect(await rowOf(valid)).toMatchObject({ priority_id: 1 })
})

test('a conversation the agent may not see is reported as not found, and nothing else', async () => {
  const limited = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_assigned', 'conversations:update_priority'],
  })
  const restrictedBrowser = await t.as(limited)
  const mine = await t.make.conversation({ assigned_user_id: limited.id })
  const hidden = await t.make.conversation({ assigned_user_id: ana.id })
  const unknownUuid = '00000000-0000-4000-8000-000000000000'
  const reply = await restrictedBrowser.post('/api/v1/conversations/bulk', {
    uuids: [hidden.uuid, unknownUuid, mine.uuid],
    action: { type: 'set_priority', priority: 'High' },
  })
  const notFound = (uuid: string) => ({ uuid, ok: false, reason: 'Conversation not found' })
  expect(reply.body.data).toEqual([notFound(hidden.uuid), notFound(unknownUuid), ...succeeded(mine)])
  expect(await rowOf(hidden)).toMatchObject({ priority_id: null })
})

test.each([
  ['assign_user', { assignee_id: 1 }, 'conversations:update_user_assignee'],
  ['assign_team', { assignee_id: 1 }, 'conversations:update_team_assignee'],
  ['set_status', { status: 'Closed' }, 'conversations:update_status'],
  ['set_priority', { priority: 'High' }, 'conversations:update_priority'],
  ['add_tags', { tags: ['vip'] }, 'conversations:update_tags'],
  ['remove_tags', { tags: ['vip'] }, 'conversations:update_tags'],
])('%s requires the same permission as the single request', async (type, rest, permission) => {
  const restricted = await t.make.agent({
    permissions: t.make.allPermissions.filter((one) => one !== permission),
  })
  const c = await t.make.conversation()
  const restrictedBrowser = await t.as(restricted)
  const reply = await restrictedBrowser.post('/api/v1/conversations/bulk', {
    uuids: [c.uuid],
    action: { type, ...rest },
  })
  expect(reply.status).toBe(403)
})

test('repeating an idempotency key changes nothing and returns the same answer', async () => {
  const c = await t.make.conversation()
  const headers = { 'idempotency-key': 'bulk once' }
  const first = await bulk([c.uuid], { type: 'set_priority', priority: 'High' }, headers)
  const events = await t.events(c.id)
  await browser.put(`/api/v1/conversations/${c.uuid}/priority`, { priority: 'Low' })
  const again = await bulk([c.uuid], { type: 'set_priority', priority: 'High' }, headers)
  expect(again.body.data).toEqual(first.body.data)
  expect(await rowOf(c)).toMatchObject({ priority_id: 1 })
  expect((await t.events(c.id)).length).toBe(events.length + 1)
})

test('a bulk change accepts 200 conversations and refuses 201 or none', async () => {
  const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const ask = (count: number) =>
    bulk(
      Array.from({ length: count }, (_, n) => uuid(n)),
      { type: 'mark_seen' },
    )
  expect((await ask(200)).body.data).toHaveLength(200)
  expect([(await ask(201)).status, (await ask(0)).status]).toEqual([400, 400])
})

test('two agents who change the same conversations in opposite orders both succeed', async () => {
  const all = await makeConversations(12)
  const uuids = all.map((c) => c.uuid)
  const replies = await Promise.all([
    bulk(uuids, { type: 'set_priority', priority: 'High' }),
    bulk(uuids.toReversed(), { type: 'assign_user', assignee_id: ana.id }),
    bulk(uuids, { type: 'add_tags', tags: ['vip'] }),
  ])
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200])
  for (const c of all) expect(await rowOf(c)).toMatchObject({ priority_id: 3, assigned_user_id: ana.id })
})
