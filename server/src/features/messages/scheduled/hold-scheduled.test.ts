import { expect, test } from 'vitest'
import { startTestMail } from '../../../testing/email/test-mail.ts'
import { deliverMessage } from '../../email/sending/deliver-message.ts'
import {
  activityOf,
  bo,
  changeReply,
  conversation,
  findMessage,
  inHours,
  jobsOf,
  listReplies,
  makeConversation,
  runJob,
  sam,
  schedule,
  sending,
  sendNow,
  setUpScheduledReplies,
  t,
  writeAsCustomer,
} from './scheduled-suite.ts'

setUpScheduledReplies()

test('when the customer writes first it is on hold, does not go out, and an event tells its author', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  t.clock.advance(60_000)
  await writeAsCustomer(c)
  const since = t.clock.now().toISOString()
  expect(await listReplies(c, bo)).toMatchObject([{ on_hold: { reason: 'customer_replied', since } }])
  expect((await (await t.as(bo)).get(`/api/v1/conversations/${c.uuid}`)).body.data).toMatchObject({
    scheduled: { on_hold: true, agent_id: sam.id },
  })
  expect(await activityOf(c.id)).toEqual(['reply_scheduled', 'scheduled_reply_held'])
  const event = await t.db
    .selectFrom('events')
    .select('data')
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'conversation.scheduled_reply_held')
    .executeTakeFirstOrThrow()
  expect(event.data).toMatchObject({
    agent_id: sam.id,
    scheduled_reply: reply.uuid,
    reason: 'customer_replied',
  })
  expect(await jobsOf(reply.uuid)).toEqual([])
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  expect(await findMessage(reply.uuid)).toBeUndefined()
})

test('a customer’s email puts it on hold, an automatic one does not', async () => {
  const mail = await startTestMail(t)
  const c = await makeConversation()
  const first = await schedule(c)
  await sendNow(c, first)
  const m = await findMessage(first.uuid)
  await deliverMessage(sending.deps, m?.id ?? 0)
  const id = (await findMessage(first.uuid))?.source_id
  const inbox = await t.db
    .selectFrom('inboxes')
    .select('address')
    .where('id', '=', c.inbox_id)
    .executeTakeFirstOrThrow()
  const answer = (n: number, more = '') =>
    mail.receive(
      `From: grace@customer.test\r\nTo: ${inbox.address}\r\nSubject: Re: Hello\r\nMessage-ID: <a${n}@customer.test>\r\nIn-Reply-To: <${id}>\r\n${more}\r\nThanks ${n}\r\n`,
      inbox.address,
    )
  const reply = await schedule(c)
  await answer(1, 'Auto-Submitted: auto-replied\r\n')
  expect(await listReplies(c)).toMatchObject([{ uuid: reply.uuid, on_hold: null }])
  await answer(2)
  expect(await listReplies(c)).toMatchObject([{ on_hold: { reason: 'customer_replied' } }])
  await mail.stop()
})

test('without hold it goes out, and the customer still waits for an answer to what they wrote since', async () => {
  const c = await makeConversation()
  const reply = await schedule(c, { hold_if_customer_replies: false })
  t.clock.advance(60_000)
  const wroteAt = t.clock.now()
  await writeAsCustomer(c)
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  const m = await findMessage(reply.uuid)
  await deliverMessage(sending.deps, m?.id ?? 0)
  expect(await conversation(c.id)).toMatchObject({ first_reply_at: t.clock.now(), waiting_since: wroteAt })
})

test('one click sends a reply on hold, and it answers what the customer wrote', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  t.clock.advance(60_000)
  await writeAsCustomer(c)
  t.clock.advance(60_000)
  expect((await sendNow(c, reply)).status).toBe(200)
  await deliverMessage(sending.deps, (await findMessage(reply.uuid))?.id ?? 0)
  expect(await conversation(c.id)).toMatchObject({ waiting_since: null, scheduled_at: null })
})

test('a new time takes it off hold; other changes leave it there', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  await writeAsCustomer(c)
  await changeReply(c, reply, { message: '<p>Sorry</p>' })
  expect(await listReplies(c)).toMatchObject([{ on_hold: { reason: 'customer_replied' } }])
  await changeReply(c, reply, { send_at: inHours(2) })
  expect(await listReplies(c)).toMatchObject([{ on_hold: null }])
  t.clock.advance(2 * 3_600_000)
  await runJob(reply.uuid)
  expect(await findMessage(reply.uuid)).toMatchObject({ content: '<p>Sorry</p>' })
})

test('a customer who writes at the very moment wins or loses, but nothing is sent twice or lost', async () => {
  for (let round = 0; round < 4; round++) {
    const c = await makeConversation()
    const reply = await schedule(c)
    t.clock.advance(3_600_000)
    await Promise.all([writeAsCustomer(c), runJob(reply.uuid)])
    const sent = (await findMessage(reply.uuid)) !== undefined
    expect((await listReplies(c)).length).toBe(sent ? 0 : 1)
  }
})

test('in the trash it waits, and restoring the conversation leaves the decision to a person', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  const setDeleted = (deleted_at: Date | null) =>
    t.db.updateTable('conversations').set({ deleted_at }).where('id', '=', c.id).execute()
  await setDeleted(t.clock.now())
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  expect(await findMessage(reply.uuid)).toBeUndefined()
  await setDeleted(null)
  expect(await listReplies(c)).toMatchObject([{ on_hold: { reason: 'in_trash' } }])
})

test('of a merged conversation it is sent in the one that it became', async () => {
  const [c, target] = [await makeConversation(), await makeConversation()]
  const reply = await schedule(c)
  const merged = await (await t.as(sam)).post(`/api/v1/conversations/${c.uuid}/merge`, { into: target.uuid })
  expect(merged.status).toBe(200)
  expect(await listReplies(target)).toMatchObject([{ uuid: reply.uuid }])
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  expect(await findMessage(reply.uuid)).toMatchObject({ conversation_id: target.id })
})

test('a resolved conversation stays resolved when it is sent', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  await (await t.as(sam)).put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  expect(await findMessage(reply.uuid)).toBeDefined()
  expect(await conversation(c.id)).toMatchObject({ status_category: 'closed' })
})

test('of an author who has left it fails with the reason, and nothing else happens', async () => {
  const c = await makeConversation()
  const ann = await t.make.agent({ first_name: 'Ann' })
  const reply = await schedule(c, { after: { status: 'Resolved' } }, ann)
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', ann.id).execute()
  const refused = await sendNow(c, reply, bo)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe(
    'Not sent, because Ann’s account is turned off. Edit the reply to send it in your own name',
  )
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  const m = await findMessage(reply.uuid)
  expect(m).toMatchObject({
    status: 'failed',
    delivery_error: 'Not sent, because Ann’s account is turned off',
  })
  await deliverMessage(sending.deps, m?.id ?? 0)
  expect(sending.sink.mails).toHaveLength(0)
  expect((await t.jobs()).some(({ key }) => key === `send_message:${m?.id}`)).toBe(false)
  expect(await conversation(c.id)).toMatchObject({ status_category: 'open', first_reply_at: null })
  expect(await activityOf(c.id)).toEqual(['reply_scheduled'])
})

test('of an author who may no longer write it fails too', async () => {
  const c = await makeConversation()
  const ann = await t.make.agent({ first_name: 'Ann' })
  const reply = await schedule(c, {}, ann)
  await t.db.deleteFrom('agent_roles').where('agent_id', '=', ann.id).execute()
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  expect(await findMessage(reply.uuid)).toMatchObject({
    status: 'failed',
    delivery_error: 'Not sent, because Ann may no longer send replies',
  })
})

test('from a deleted inbox it fails as every reply does', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  await t.db.updateTable('inboxes').set({ deleted_at: t.clock.now() }).where('id', '=', c.inbox_id).execute()
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  await deliverMessage(sending.deps, (await findMessage(reply.uuid))?.id ?? 0)
  expect(await findMessage(reply.uuid)).toMatchObject({ status: 'failed' })
})
