import { permissions } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { sendDueHeld } from './send-held.ts'

let t: TestApp
let macroId: number
beforeAll(async () => {
  t = await startTestApp()
  await t.make.tag('refund')
})
afterAll(() => t.stop())
beforeEach(async () => {
  const { id } = await t.db
    .insertInto('macros')
    .values({ name: 'Refund', created_at: t.clock.now(), updated_at: t.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  macroId = id
})

const high = { type: 'set_priority', value: ['3'] }
const refund = { type: 'add_tags', value: ['refund'] }
type Actions = { type: string; value: string[] }[]

async function send(actor: Actor, c: { uuid: string }, actions: Actions, overrides: object = {}) {
  return (await t.as(actor)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>On its way</p>',
    to: ['grace@customer.test'],
    undo_seconds: 10,
    macros: [{ id: macroId, actions }],
    ...overrides,
  })
}
const findHeld = (uuid: string) =>
  t.db.selectFrom('held_sends').selectAll().where('uuid', '=', uuid).executeTakeFirst()
async function sendDue(uuid: string) {
  const row = await findHeld(uuid)
  t.clock.advance(10_000)
  if (row) await t.act(t.system, (tx) => sendDueHeld(tx, row.id))
}
const reloadConversation = (c: { id: number }) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirstOrThrow()
const replies = (c: { id: number }) =>
  t.db
    .selectFrom('messages')
    .select(['uuid', 'sender_id'])
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'outgoing')
    .execute()
const activityLines = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('messages')
      .select('activity')
      .where('conversation_id', '=', c.id)
      .where('type', '=', 'activity')
      .orderBy('id')
      .execute()
  ).map(({ activity }) => activity)
const useCount = async (id = macroId) =>
  (await t.db.selectFrom('macros').select('usage_count').where('id', '=', id).executeTakeFirst())?.usage_count

test('a macro is applied when its reply is sent, as its author, and not before', async () => {
  const ana = await t.make.agent({ permissions })
  const ben = await t.make.agent()
  const c = await t.make.conversation()
  const response = await send(ana, c, [{ type: 'assign_user', value: [String(ben.id)] }, high, refund])
  expect(response).toMatchObject({ status: 200 })
  const { uuid } = response.body.data
  expect(await reloadConversation(c)).toEqual(c)
  expect(await useCount()).toBe(0)

  await sendDue(uuid)
  expect(await reloadConversation(c)).toMatchObject({ assigned_user_id: ben.id, priority_id: 3 })
  expect(await useCount()).toBe(1)
  const facts = await t.db
    .selectFrom('events')
    .select(['id', 'type', 'actor_kind', 'actor_id', 'cause_id'])
    .where('conversation_id', '=', c.id)
    .orderBy('id')
    .execute()
  const cause = facts.find(({ type }) => type === 'conversation.macro_applied')
  const done = facts.filter(({ cause_id }) => cause_id === cause?.id && cause)
  expect(done.map(({ type }) => type)).toEqual([
    'conversation.user_assigned',
    'conversation.priority_changed',
    'conversation.tags_changed',
  ])
  expect(new Set(done.map(({ actor_kind, actor_id }) => `${actor_kind} ${actor_id}`))).toEqual(
    new Set([`agent ${ana.id}`]),
  )
})

test('"send and resolve" runs after the macro and keeps its assignee', async () => {
  const ana = await t.make.agent({ permissions })
  const ben = await t.make.agent()
  const c = await t.make.conversation()
  const assign = { type: 'assign_user', value: [String(ben.id)] }
  const { uuid } = (await send(ana, c, [assign], { after: { status: 'Resolved' } })).body.data
  await sendDue(uuid)
  expect(await reloadConversation(c)).toMatchObject({ assigned_user_id: ben.id, status_id: 3 })
})

test('undo returns the chosen macro, and none of it is applied', async () => {
  const ana = await t.make.agent({ permissions })
  const ben = await t.make.agent({ first_name: 'Ben' })
  const c = await t.make.conversation()
  const assign = { type: 'assign_user', value: [String(ben.id)] }
  const { uuid, held: shown } = (await send(ana, c, [refund, assign])).body.data
  const macros = [
    {
      id: macroId,
      name: 'Refund',
      actions: [
        { ...assign, display_value: ['Ben'] },
        { ...refund, display_value: [] },
      ],
    },
  ]
  expect(shown.macros).toEqual(macros)
  const undo = async () => (await t.as(ana)).put(`/api/v1/held-sends/${uuid}/undo`)
  expect((await undo()).body.data.macros).toEqual(macros)
  expect((await undo()).body.data.macros, 'asked again').toEqual(macros)
  await sendDue(uuid)
  expect(await reloadConversation(c)).toEqual(c)
  expect(await useCount()).toBe(0)
})

test('a failed action is reported in the timeline and undoes neither the reply nor the other actions', async () => {
  const ana = await t.make.agent({ permissions })
  const disabledAgent = await t.make.agent({ first_name: 'Gone' })
  const c = await t.make.conversation()
  const assign = { type: 'assign_user', value: [String(disabledAgent.id)] }
  const { uuid } = (await send(ana, c, [assign, high])).body.data
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', disabledAgent.id).execute()
  await sendDue(uuid)
  expect(await replies(c)).toEqual([{ uuid, sender_id: ana.id }])
  expect(await reloadConversation(c)).toMatchObject({ assigned_user_id: null, priority_id: 3 })
  const reason = 'Gone is disabled and can’t be assigned'
  expect(await activityLines(c)).toContainEqual({
    type: 'action_refused',
    data: { macro: 'Refund', action: 'assign_user', what: 'Gone', reason },
  })
  expect(await t.events(c.id)).toContain('conversation.action_refused')
  const [line] = (await (await t.as(ana)).get(`/api/v1/conversations/${c.uuid}/messages`)).body.data.results
  expect(line.content).toBe(
    `The message was sent, but this action failed: Assign to Gone (Refund). ${reason}`,
  )
})

test('only actions the author may perform at that moment are applied', async () => {
  const author = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const { uuid } = (await send(author, c, [high, refund])).body.data
  await t.db
    .updateTable('roles')
    .set({ permissions: permissions.filter((one) => one !== 'conversations:update_priority') })
    .where('id', 'in', (eb) =>
      eb.selectFrom('agent_roles').select('role_id').where('agent_id', '=', author.id),
    )
    .execute()
  await sendDue(uuid)
  expect(await reloadConversation(c)).toMatchObject({ priority_id: null })
  expect(await t.events(c.id)).toContain('conversation.tags_changed')
  expect(await activityLines(c)).toContainEqual({
    type: 'action_refused',
    data: {
      macro: 'Refund',
      action: 'set_priority',
      what: 'High',
      reason: 'Your role doesn’t allow the action "set_priority" of this macro',
    },
  })
})

test('an author who was disabled or lost access during the window changes nothing, but the reply is sent', async () => {
  const disabled = await t.make.agent({ permissions })
  const limitedAgent = await t.make.agent({
    permissions: permissions.filter((one) => !one.startsWith('conversations:read_')),
  })
  for (const author of [disabled, limitedAgent]) {
    const c = await t.make.conversation()
    const { uuid } = (await send(disabled, c, [high])).body.data
    await t.db.updateTable('held_sends').set({ agent_id: author.id }).where('uuid', '=', uuid).execute()
    if (author === disabled)
      await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', author.id).execute()
    await sendDue(uuid)
    await t.db.updateTable('agents').set({ enabled: true }).where('id', '=', author.id).execute()
    expect(await replies(c)).toEqual([{ uuid, sender_id: author.id }])
    expect(await reloadConversation(c)).toMatchObject({ priority_id: null })
    expect(await activityLines(c)).toMatchObject([{ type: 'action_refused' }])
  }
})

test('a macro deleted during the window is still applied, because its author chose the actions', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const { uuid } = (await send(ana, c, [high])).body.data
  await t.db.deleteFrom('macros').where('id', '=', macroId).execute()
  await sendDue(uuid)
  expect(await reloadConversation(c)).toMatchObject({ priority_id: 3 })
})

test('a send that crashes between the reply and its macros leaves neither; the next run does both, once', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const { uuid } = (await send(ana, c, [high, refund])).body.data
  // The connection is cut while the last action writes its line.
  await sql`create function die() returns trigger language plpgsql as $$ begin
    if new.activity->>'type' = 'tag_added' then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$`.execute(
    t.db,
  )
  await sql`create trigger die before insert on messages for each row execute function die()`.execute(t.db)
  await expect(sendDue(uuid)).rejects.toThrow()
  await sql`drop trigger die on messages`.execute(t.db)
  expect(await reloadConversation(c)).toEqual(c)
  expect([await replies(c), await activityLines(c), await useCount()]).toEqual([[], [], 0])
  expect(await findHeld(uuid)).toMatchObject({ undone_at: null })

  const { id } = (await findHeld(uuid)) ?? { id: 0 }
  await Promise.all(Array.from({ length: 3 }, () => t.act(t.system, (tx) => sendDueHeld(tx, id))))
  expect(await replies(c)).toHaveLength(1)
  expect(await activityLines(c)).toMatchObject([{ type: 'priority_changed' }, { type: 'tag_added' }])
  expect(await useCount()).toBe(1)
})

test('everything that can be refused is refused when send is pressed, held or not, and leaves no trace', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const facts = await t.events()
  const withoutPermission = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'messages:write'],
  })
  const others = await t.make.agent()
  const { id: foreign } = await t.db
    .insertInto('macros')
    .values({
      name: 'Mine',
      visibility: 'user',
      agent_id: others.id,
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const undo_seconds of [0, 10]) {
    expect(await send(withoutPermission, c, [high], { undo_seconds })).toMatchObject({ status: 403 })
    const invalid: [Actions, string][] = [
      [[high, high], 'macros.0.actions.1.type'],
      [[{ type: 'set_priority', value: [] }], 'macros.0.actions.0.value'],
    ]
    for (const [actions, path] of invalid)
      expect(await send(ana, c, actions, { undo_seconds })).toMatchObject({
        status: 400,
        body: { errors: [{ path }] },
      })
    expect(await send(ana, c, [{ type: 'send_reply', value: ['x'] }], { undo_seconds })).toMatchObject({
      status: 403,
    })
    expect(
      await send(withoutPermission, c, [], { undo_seconds, macros: [{ id: foreign, actions: [refund] }] }),
    ).toMatchObject({ status: 400, body: { errors: [{ path: 'macros.0.id' }] } })
  }
  expect(await t.events()).toEqual(facts)
  expect(await replies(c)).toEqual([])
  // There is nothing to apply, so there is nothing to refuse.
  expect(await send(ana, c, [], { macros: [{ id: 999_999, actions: [] }] })).toMatchObject({ status: 200 })
})

test('without a window one request sends and applies macros once per key, and failures are reported in the timeline', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const unknown = { type: 'add_tags', value: ['no such tag'] }
  const body = {
    message: '<p>Hi</p>',
    to: ['grace@customer.test'],
    macros: [{ id: macroId, actions: [high, unknown] }],
    after: { status: 'Resolved' },
  }
  const sendOnce = async () =>
    (await t.as(ana)).post(`/api/v1/conversations/${c.uuid}/messages`, body, { 'idempotency-key': 'one' })
  const [first, again] = [await sendOnce(), await sendOnce()]
  expect(first).toMatchObject({ status: 200, body: { data: { held: null } } })
  expect(again.body).toEqual(first.body)
  expect(await replies(c)).toHaveLength(1)
  expect(await reloadConversation(c)).toMatchObject({ priority_id: 3, status_id: 3 })
  expect(await useCount()).toBe(1)
  expect(await activityLines(c)).toMatchObject([
    { type: 'priority_changed' },
    { type: 'action_refused', data: { reason: 'There is no tag "no such tag"' } },
    {},
    { type: 'status_changed' },
  ])
})

test('a note applies its macro immediately', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  await send(ana, c, [high], { private: true })
  expect(await reloadConversation(c)).toMatchObject({ priority_id: 3 })
})

test('a reply that was held before macros could be held is sent as before', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const old = await t.db
    .insertInto('held_sends')
    .values({
      created_at: t.clock.now(),
      held_until: new Date(t.clock.now().getTime() + 10_000),
      conversation_id: c.id,
      agent_id: ana.id,
      content: '<p>Old</p>',
      to: ['grace@customer.test'],
      cc: [],
      bcc: [],
    })
    .returning('uuid')
    .executeTakeFirstOrThrow()
  const [shown] = (await (await t.as(ana)).get('/api/v1/held-sends')).body.data.slice(0, 1)
  expect(shown).toMatchObject({ uuid: old.uuid, conversation_uuid: c.uuid, macros: [], start: null })
  await sendDue(old.uuid)
  expect(await replies(c)).toEqual([{ uuid: old.uuid, sender_id: ana.id }])
})
