import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { sendDueHeld } from './held/send-held.ts'

let t: TestApp
let ana: Actor
let browser: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(async () => {
  ana = await t.make.agent({ first_name: 'Ana', permissions: t.make.allPermissions })
  browser = await t.as(ana)
  await browser.put('/api/v1/agents/me/preferences', { assign_on_reply: true })
})
afterAll(() => t.stop())

const send = (c: { uuid: string }, values: object = {}, who = browser) =>
  who.post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>Hello</p>',
    to: ['grace@customer.test'],
    ...values,
  })
const assigneeOf = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('conversations')
      .select('assigned_user_id')
      .where('id', '=', c.id)
      .executeTakeFirstOrThrow()
  ).assigned_user_id

test('a reply to an unassigned conversation assigns it to its author, in one transaction', async () => {
  const c = await t.make.conversation()
  expect((await send(c)).status).toBe(200)
  expect(await assigneeOf(c)).toBe(ana.id)
  const events = await t.db
    .selectFrom('events')
    .select(['type', 'xid'])
    .where('conversation_id', '=', c.id)
    .orderBy('id')
    .execute()
  expect(events.slice(-2).map(({ type }) => type)).toEqual(['message.created', 'conversation.user_assigned'])
  expect(events.at(-1)?.xid).toBe(events.at(-2)?.xid)
})

test.each([
  ['a note', { private: true, to: [] }],
  ['what a contact said', { sender_type: 'contact' }],
])('%s assigns nobody', async (_name, values) => {
  const c = await t.make.conversation()
  expect((await send(c, values)).status).toBe(200)
  expect(await assigneeOf(c)).toBe(null)
})

test('a colleague’s conversation stays theirs', async () => {
  const ben = await t.make.agent({ first_name: 'Ben' })
  const c = await t.make.conversation({ assigned_user_id: ben.id })
  await send(c)
  expect(await assigneeOf(c)).toBe(ben.id)
})

test('it is off by default, and needs the permission to assign', async () => {
  const ben = await t.make.agent({ permissions: t.make.allPermissions })
  const c = await t.make.conversation()
  await send(c, {}, await t.as(ben))
  expect(await assigneeOf(c)).toBe(null)
  const withoutAssigning = t.make.allPermissions.filter((one) => one !== 'conversations:update_user_assignee')
  const carl = await t.as(await t.make.agent({ permissions: withoutAssigning }))
  await carl.put('/api/v1/agents/me/preferences', { assign_on_reply: true })
  expect((await send(c, {}, carl)).status).toBe(200)
  expect(await assigneeOf(c)).toBe(null)
})

test('an API key of the agent assigns nobody', async () => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const { body } = await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})
  const c = await t.make.conversation()
  const reply = await t.send({
    method: 'POST',
    url: `/api/v1/conversations/${c.uuid}/messages`,
    headers: { authorization: `Bearer ${body.data.api_key}:${body.data.api_secret}` },
    payload: { message: '<p>Hello</p>', to: ['grace@customer.test'] },
  })
  expect(reply.status).toBe(200)
  expect(await assigneeOf(c)).toBe(null)
})

test('a held reply assigns when it is sent, if nobody else was assigned and its author still has access', async () => {
  const ben = await t.make.agent({ first_name: 'Ben' })
  const [free, taken] = [await t.make.conversation(), await t.make.conversation()]
  for (const c of [free, taken]) expect((await send(c, { undo_seconds: 10 })).status).toBe(200)
  expect(await assigneeOf(free)).toBe(null)
  await t.db
    .updateTable('conversations')
    .set({ assigned_user_id: ben.id })
    .where('id', '=', taken.id)
    .execute()
  t.clock.advance(10_000)
  for (const { id } of await t.db.selectFrom('held_sends').select('id').execute())
    await t.act(t.system, (tx) => sendDueHeld(tx, id))
  expect(await assigneeOf(free)).toBe(ana.id)
  expect(await assigneeOf(taken)).toBe(ben.id)
})
