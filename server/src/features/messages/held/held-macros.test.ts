import { permissions } from '@parley/contract/roles/permissions'
import { expect, test } from 'vitest'
import {
  activityLines,
  high,
  macroId,
  refund,
  reloadConversation,
  replies,
  send,
  sendDue,
  setUpHeldMacros,
  t,
  useCount,
} from './held-macros-suite.ts'

setUpHeldMacros()

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

test('a macro deleted during the window is still applied, because its author chose the actions', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const { uuid } = (await send(ana, c, [high])).body.data
  await t.db.deleteFrom('macros').where('id', '=', macroId).execute()
  await sendDue(uuid)
  expect(await reloadConversation(c)).toMatchObject({ priority_id: 3 })
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
