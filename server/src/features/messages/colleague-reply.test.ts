import { ColleagueReplied } from '@parley/contract/messages/colleague-replies'
import { expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import {
  bo,
  findHeld,
  hold,
  makeConversation,
  messages,
  messagesOf,
  sam,
  sendDue,
  setUpHeldReplies,
  t,
  undo,
} from './held/undo-send-suite.ts'

setUpHeldReplies()

type Conversation = { uuid: string; id: number }

/** A conversation with a customer's message, and the uuid of that. */
async function openConversation() {
  const c = await makeConversation()
  const response = await (await t.as(await writer())).post(messages(c), {
    message: '<p>Where is it?</p>',
    sender_type: 'contact',
  })
  return { c, question: response.body.data.uuid as string }
}
const writer = () => t.make.agent({ permissions: t.make.allPermissions })

const send = async (actor: Actor, c: Conversation, body: object, headers = {}) =>
  (await t.as(actor)).post(
    messages(c),
    { message: '<p>It is on its way</p>', to: ['grace@customer.test'], ...body },
    headers,
  )

const repliesIn = async (c: Conversation) =>
  (await messagesOf(c.id)).filter(({ type, private: isPrivate }) => type === 'outgoing' && !isPrivate)

test('of two agents who reply in the same moment, the second is refused and told who replied', async () => {
  const { c, question } = await openConversation()
  const answers = await Promise.all([
    send(sam, c, { last_seen_uuid: question }),
    send(bo, c, { last_seen_uuid: question }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const [refused, accepted] = answers[0].status === 409 ? answers : answers.toReversed()
  expect(refused?.body.error_type).toBe('ConflictException')
  const { colleague_reply } = ColleagueReplied.parse(refused?.body.data)
  expect(colleague_reply).toMatchObject({
    uuid: accepted?.body.data.uuid,
    agent: { id: accepted?.body.data.sender_id },
    text: 'It is on its way',
  })
  expect(await repliesIn(c)).toHaveLength(1)
})

test('who was told of a reply sends anyway, and is asked again only about a newer one', async () => {
  const { c, question } = await openConversation()
  await send(sam, c, {})
  const refused = await send(bo, c, { last_seen_uuid: question })
  const { uuid } = ColleagueReplied.parse(refused.body.data).colleague_reply
  await send(sam, c, { message: '<p>And more</p>' })
  const again = await send(bo, c, { last_seen_uuid: question, send_despite: [uuid] })
  expect(again).toMatchObject({ status: 409, body: { data: { colleague_reply: { text: 'And more' } } } })
  const newer = ColleagueReplied.parse(again.body.data).colleague_reply.uuid
  expect((await send(bo, c, { last_seen_uuid: question, send_despite: [uuid, newer] })).status).toBe(200)
})

test('a reply that was seen, one’s own, notes, surveys and automatic messages refuse nothing', async () => {
  const { c, question } = await openConversation()
  const seen = (await send(sam, c, {})).body.data.uuid
  expect((await send(bo, c, { last_seen_uuid: seen })).status).toBe(200)

  const other = await openConversation()
  await send(bo, other.c, {})
  await send(sam, other.c, { private: true })
  for (const meta of [{ why: { rule: { id: 1, name: 'Hours' } } }, { is_csat: true }]) {
    const { uuid } = (await send(sam, other.c, {})).body.data
    await t.db
      .updateTable('messages')
      .set({ meta: JSON.stringify(meta) })
      .where('uuid', '=', uuid)
      .execute()
  }
  expect((await send(bo, other.c, { last_seen_uuid: other.question })).status).toBe(200)
  expect((await send(bo, c, { private: true, last_seen_uuid: question })).status).toBe(200)
})

test('clients that don’t say what their agent has seen are never refused', async () => {
  const { c } = await openConversation()
  await send(sam, c, {})
  expect((await send(bo, c, {})).status).toBe(200)
})

test('a reply that a colleague can still undo is announced without its text, and refused once however it ends', async () => {
  const { c, question } = await openConversation()
  const held = await hold(c)
  for (const later of [
    {},
    { undo_seconds: 10 },
    { send_at: new Date(t.clock.now().getTime() + 3_600_000).toISOString() },
  ]) {
    const refused = await send(bo, c, { last_seen_uuid: question, ...later })
    expect(refused).toMatchObject({
      status: 409,
      body: { data: { colleague_reply: { uuid: held.uuid, agent: { first_name: 'Sam' }, text: null } } },
    })
  }
  t.clock.advance(11_000)
  await sendDue(held.uuid)
  const despite = { last_seen_uuid: question, send_despite: [held.uuid] }
  expect((await send(bo, c, despite)).status).toBe(200)

  const undone = await openConversation()
  const { uuid } = await hold(undone.c)
  await undo(uuid)
  expect((await send(bo, undone.c, { last_seen_uuid: undone.question })).status).toBe(200)
})

test('a held reply is sent when its window ends, whatever a colleague sent in the meantime', async () => {
  const { c, question } = await openConversation()
  const held = await hold(c, { last_seen_uuid: question })
  await send(bo, c, {})
  t.clock.advance(11_000)
  await sendDue(held.uuid)
  expect(await findHeld(held.uuid)).toBeUndefined()
  expect(await repliesIn(c)).toHaveLength(2)
})

test('a refused reply leaves the draft, and the idempotency key of the attempt can be used again', async () => {
  const { c, question } = await openConversation()
  const key = `reply.${c.uuid}`
  const browser = await t.as(bo)
  const saved = await browser.put(`/api/v1/drafts/${key}`, {
    base_revision: 0,
    content: { html: '<p>It is on its way</p>' },
  })
  const draft = { key, revision: saved.body.data.revision }
  await send(sam, c, {})
  const headers = { 'idempotency-key': `again-${c.uuid}` }
  const refused = await send(bo, c, { last_seen_uuid: question, draft }, headers)
  expect(refused.status).toBe(409)
  expect((await browser.get(`/api/v1/drafts/${key}`)).body.data.content.html).toBe('<p>It is on its way</p>')

  const { uuid } = ColleagueReplied.parse(refused.body.data).colleague_reply
  const body = { last_seen_uuid: question, send_despite: [uuid], draft }
  const sent = await send(bo, c, body, headers)
  expect(sent.status).toBe(200)
  // The answer got lost, and by now the author has seen more: it is still the same message.
  const repeated = await send(bo, c, { draft, last_seen_uuid: sent.body.data.uuid }, headers)
  expect(repeated).toMatchObject({ status: 200, body: { data: { uuid: sent.body.data.uuid } } })
  expect(await repliesIn(c)).toHaveLength(2)
})

test('who may write but not read is not told what a colleague wrote', async () => {
  const { c, question } = await openConversation()
  await send(sam, c, {})
  const blind = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'messages:write'],
  })
  const refused = await send(blind, c, { last_seen_uuid: question })
  expect(refused).toMatchObject({ status: 409, body: { data: { colleague_reply: { text: null } } } })
})

test('a reply in a conversation that was merged into this one counts', async () => {
  const { c, question } = await openConversation()
  const other = await openConversation()
  const merger = await writer()
  await send(sam, other.c, {})
  await (await t.as(merger)).post(`/api/v1/conversations/${other.c.uuid}/merge`, { into: c.uuid })
  expect((await send(bo, c, { last_seen_uuid: question })).status).toBe(409)
})
