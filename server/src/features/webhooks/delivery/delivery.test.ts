// biome-ignore-all lint/style/noExcessiveLinesPerFile: the cases of one behaviour in one workspace
import { createHmac } from 'node:crypto'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import { webhookBody } from '@parley/contract/webhooks/webhooks'
import { expect, test } from 'vitest'
import { sendDueHeld } from '../../messages/held/send-held.ts'
import {
  admin,
  agent,
  consumeAll,
  consumeAndDispatch,
  createWebhook,
  health,
  log,
  receiver,
  second,
  secret,
  setUpDelivery,
  t,
  tag,
  webhook,
} from './delivery-suite.ts'

setUpDelivery()

test('events are delivered, and both signatures are those of the secret over the bytes', async () => {
  const c = await t.make.conversation()
  await tag(c.uuid, 'odd')
  await consumeAndDispatch()
  expect(receiver.received).toHaveLength(1)
  const [first] = receiver.received
  if (!first) throw new Error('Nothing arrived')
  const { headers, body } = first
  expect(webhookBody('conversation.tags_changed').parse(JSON.parse(body))).toEqual({
    event: 'conversation.tags_changed',
    timestamp: '2026-03-02T09:00:00Z',
    payload: { conversation_uuid: c.uuid, previous_tags: [], new_tags: ['odd'], actor_id: agent.id },
  })
  const [delivery] = await log()
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Parley-Webhook/1.2.3',
    'webhook-id': delivery?.uuid,
    'webhook-timestamp': String(t.clock.now().getTime() / 1000),
  })
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`)
  expect(headers['x-parley-signature']).toBe(
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  )
  expect(delivery).toMatchObject({
    state: 'delivered',
    attempts: 1,
    conversation_uuid: c.uuid,
    last_attempt: { ok: true, status: 200, answer: 'thank you', error: null },
  })
  expect(await health()).toMatchObject({
    last_delivered_at: t.clock.now().toISOString(),
    failing_since: null,
  })
  const detail = (await admin.get(`/api/v1/webhooks/${webhook}/deliveries/${delivery?.id}`)).body.data
  expect(detail.body).toBe(body)
  expect(detail.tries).toHaveLength(1)
  expect(detail.headers).toMatchObject({ 'webhook-id': delivery?.uuid, 'webhook-signature': 'v1,…' })
  expect(JSON.stringify(detail)).not.toContain(headers['webhook-signature'])
  expect(JSON.stringify(detail)).not.toContain(secretMask)
})

test('a conversation created through the API is delivered once', async () => {
  const id = await createWebhook({ events: ['conversation.created', 'message.created'] })
  const inbox = await t.make.inbox()
  const { status } = await admin.post('/api/v1/conversations', {
    ...{ inbox_id: inbox.id, contact_email: 'grace@customer.test', first_name: 'Grace' },
    ...{ subject: 'Broken lamp', content: '<p>Hello</p>' },
  })
  expect(status).toBe(200)
  await consumeAndDispatch()
  await consumeAll()
  await consumeAndDispatch()
  const eventNames = (await log(id)).map(({ event }) => event)
  expect(eventNames.toSorted()).toEqual(['conversation.created', 'message.created'])
  expect(receiver.received).toHaveLength(2)
})

test('nothing is signed without a secret, and a webhook only receives the events it subscribed to', async () => {
  await createWebhook({ events: ['conversation.assigned', 'conversation.unassigned'] })
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/assignee/user`, { assignee_id: agent.id })
  const team = await t.make.team()
  await admin.put(`/api/v1/conversations/${c.uuid}/assignee/team`, { assignee_id: team.id })
  await consumeAndDispatch()
  expect(receiver.received.map(({ body }) => JSON.parse(body).event)).toEqual([
    'conversation.assigned',
    'conversation.unassigned',
  ])
  const names = Object.keys(receiver.received[0]?.headers ?? {})
  expect(names.filter((name) => name.includes('signature'))).toEqual([])
})

test('every event has the shape that the contract defines', async () => {
  await createWebhook({
    events: ['conversation.created', 'conversation.status_changed', 'message.created', 'message.updated'],
  })
  const inbox = await t.make.inbox()
  const made = await admin.post('/api/v1/conversations', {
    inbox_id: inbox.id,
    contact_email: 'grace@customer.test',
    first_name: 'Grace',
    subject: 'Where is it?',
    content: 'Hello',
    initiator: 'agent',
  })
  const { uuid } = made.body.data
  await admin.put(`/api/v1/conversations/${uuid}/status`, { status: 'Snoozed', snoozed_until: '2h' })
  await admin.put(`/api/v1/conversations/${uuid}/status`, { status: 'Resolved' })
  await t.db
    .updateTable('messages')
    .set({ status: 'failed', delivery_error: 'No such user' })
    .where('type', '=', 'outgoing')
    .where('private', '=', false)
    .execute()
  const list = (await admin.get(`/api/v1/conversations/${uuid}/messages`)).body.data.results
  const reply = list.find(({ type }: { type: string }) => type === 'outgoing')
  await admin.put(`/api/v1/conversations/${uuid}/messages/${reply.uuid}/retry`)
  await consumeAndDispatch()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  for (const body of bodies) webhookBody(body.event).parse(body)
  const payloadsOf = (event: string) =>
    bodies.filter((body) => body.event === event).map(({ payload }) => payload)
  expect(payloadsOf('conversation.created')).toEqual([
    expect.objectContaining({ uuid, previous_conversations: null, subject: 'Where is it?' }),
  ])
  expect(payloadsOf('conversation.status_changed')).toEqual([
    expect.objectContaining({
      previous_status: 'Open',
      new_status: 'Snoozed',
      snooze_until: '2026-03-02T11:00:00.000Z',
    }),
    expect.objectContaining({ previous_status: 'Snoozed', new_status: 'Resolved', snooze_until: '' }),
  ])
  // As it was when it happened, not when it was read.
  expect(payloadsOf('message.created')[0]).toMatchObject({ type: 'outgoing', status: 'pending' })
  expect(payloadsOf('message.created').filter(({ type }) => type === 'activity').length).toBeGreaterThan(1)
  expect(payloadsOf('message.updated')).toEqual([
    expect.objectContaining({ uuid: reply.uuid, status: 'pending' }),
  ])
})

test('a held reply is delivered when it is released, and never when it is undone', async () => {
  await createWebhook({ events: ['message.created'] })
  const c = await t.make.conversation()
  const send = async (message: string) =>
    (
      await admin.post(`/api/v1/conversations/${c.uuid}/messages`, {
        message,
        to: ['grace@customer.test'],
        undo_seconds: 20,
      })
    ).body.data.uuid as string
  const undone = await send('<p>Never mind</p>')
  const released = await send('<p>On its way</p>')
  const undo = await admin.put(`/api/v1/held-sends/${undone}/undo`)
  expect(undo.status).toBe(200)
  await consumeAndDispatch()
  expect(receiver.received.map(({ body }) => JSON.parse(body).payload.uuid)).toEqual([])
  t.clock.advance(30 * second)
  for (const held of await t.db.selectFrom('held_sends').select('id').execute())
    await t.act(t.system, (tx) => sendDueHeld(tx, held.id))
  await consumeAndDispatch()
  expect(receiver.received.map(({ body }) => JSON.parse(body).payload.uuid)).toEqual([released])
})

test('mail imported from an existing mailbox is not delivered', async () => {
  const c = await t.make.conversation()
  t.clock.advance(second)
  const id = await createWebhook({ events: ['message.created', 'conversation.created'] })
  await t.act(t.system, (tx) =>
    tx.record({
      type: 'conversation.created',
      conversation: { before: null, after: c },
      data: { historical: true },
    }),
  )
  await consumeAll()
  expect(await log(id)).toEqual([])
})
