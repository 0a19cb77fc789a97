import { webhookBody } from '@parley/contract/webhooks/webhooks'
import { expect, test } from 'vitest'
import {
  admin,
  agent,
  consumeAll,
  consumeAndDispatch,
  createWebhook,
  log,
  receiver,
  second,
  setUpDelivery,
  t,
  tag,
  webhook,
} from './delivery-suite.ts'

setUpDelivery()

const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body))

test('moving to the trash is the last delivery about a conversation until it is restored', async () => {
  const id = await createWebhook({
    events: ['conversation.deleted', 'conversation.restored', 'message.created', 'conversation.tags_changed'],
  })
  const c = await t.make.conversation()
  await consumeAndDispatch()
  receiver.received.length = 0
  await admin.post(path(c, '/spam'))
  await t.act(t.system, async (tx) => {
    const row = await tx.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', c.id)
      .executeTakeFirstOrThrow()
    await tx.record({
      type: 'conversation.tags_changed',
      conversation: { before: row, after: row },
      changes: { tags: [[], ['odd']] },
    })
  })
  await consumeAndDispatch()
  expect(bodies()).toHaveLength(1)
  expect(webhookBody('conversation.deleted').parse(bodies()[0])).toEqual({
    event: 'conversation.deleted',
    timestamp: expect.any(String),
    payload: { conversation_uuid: c.uuid, reason: 'spam', actor_id: agent.id },
  })
  // Deleting what is in spam already changes nothing for receivers.
  await admin.del(path(c))
  await admin.post(path(c, '/restore'))
  await consumeAndDispatch()
  expect(
    bodies()
      .slice(1)
      .map(({ event }) => event),
  ).toEqual(['conversation.restored', 'message.created'])
  expect(webhookBody('conversation.restored').parse(bodies()[1]).payload).toEqual({
    conversation_uuid: c.uuid,
    actor_id: agent.id,
  })
  expect((await log(id)).every(({ state }) => state === 'delivered')).toBe(true)
})

test('queued deliveries and retries of a conversation that is moved to the trash stop', async () => {
  const [c, other] = [await t.make.conversation(), await t.make.conversation()]
  receiver.respondWith((_request, response) => response.writeHead(500).end())
  await tag(c.uuid, 'odd')
  await tag(other.uuid, 'odd')
  await consumeAndDispatch()
  await tag(c.uuid, 'even')
  await admin.del(path(c))
  await consumeAll()
  receiver.respondWith(null)
  receiver.received.length = 0
  t.clock.advance(60 * second)
  await consumeAndDispatch()
  expect(bodies().map(({ payload }) => payload.conversation_uuid)).toEqual([other.uuid])
  expect(
    (await log(webhook)).map(({ conversation_uuid, state }) => [conversation_uuid === c.uuid, state]),
  ).toEqual([
    [false, 'delivered'],
    [true, 'skipped'],
  ])
})
