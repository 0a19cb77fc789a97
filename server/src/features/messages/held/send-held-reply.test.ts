import { expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { lockById } from '../../../conversation-access.ts'
import { startQueue } from '../../../jobs/queue.ts'
import { eventually } from '../../../testing/web-sockets.ts'
import { insertMessage } from '../../conversations/timeline/insert-message.ts'
import { deliverMessage } from '../../email/sending/deliver-message.ts'
import { requeueUnsent } from '../../email/sending/requeue-unsent.ts'
import { sendDueHeld } from './send-held.ts'
import {
  bo,
  conversation,
  findHeld,
  findMessage,
  hold,
  insertUpload,
  makeConversation,
  messages,
  messagesOf,
  sam,
  sendDue,
  sending,
  setUpHeldReplies,
  t,
  undo,
} from './undo-send-suite.ts'

setUpHeldReplies()

test('when the window ends the reply becomes a message with all its effects: first reply, waiting, last message, mail, event', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const { uuid } = await hold(c, { attachments: [file.id], cc: ['bo@customer.test'] })
  const [job] = (await t.jobs()).filter(({ task }) => task === 'release_send')
  expect(job?.run_at).toEqual(new Date(t.clock.now().getTime() + 10_000))

  t.clock.advance(9_999)
  await sendDue(uuid)
  expect(await findMessage(uuid)).toBeUndefined()
  t.clock.advance(1)
  await sendDue(uuid)
  const m = await findMessage(uuid)
  expect(m).toMatchObject({
    status: 'pending',
    sender_id: sam.id,
    created_at: t.clock.now(),
    has_attachments: true,
    meta: { to: ['grace@customer.test'], cc: ['bo@customer.test'] },
  })
  expect(await findHeld(uuid)).toBeUndefined()
  expect(await conversation(c.id)).toMatchObject({
    last_message: 'Try again',
    last_message_at: t.clock.now(),
    last_message_sender: 'agent',
    first_reply_at: null,
  })
  expect(await t.events(c.id)).toContain('message.created')
  await deliverMessage(sending.deps, m?.id ?? 0)
  expect(sending.sink.mails).toHaveLength(1)
  expect(sending.sink.mails[0]?.raw.toString()).toContain('Plan.pdf')
  expect(await conversation(c.id)).toMatchObject({ first_reply_at: t.clock.now(), waiting_since: null })
})

test('a customer message that arrives during the window is not answered by the reply', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c)
  t.clock.advance(5_000)
  const wroteAt = t.clock.now()
  await t.act(t.system, async (tx) => {
    const now = await lockById(tx, c.id)
    if (!now) return
    await insertMessage(tx, now, {
      type: 'incoming',
      status: 'received',
      sender_type: 'contact',
      sender_id: c.contact_id,
      content: '<p>One more thing</p>',
    })
  })
  t.clock.advance(5_000)
  await sendDue(uuid)
  await deliverMessage(sending.deps, (await findMessage(uuid))?.id ?? 0)
  expect(await conversation(c.id)).toMatchObject({ waiting_since: wroteAt })
})

test('"send and resolve" resolves when the reply is sent, and not before', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c, { after: { status: 'Resolved' } })
  expect(await conversation(c.id)).toMatchObject({ status_id: 1, assigned_user_id: null })
  t.clock.advance(10_000)
  await sendDue(uuid)
  expect(await conversation(c.id)).toMatchObject({
    status_id: 3,
    resolved_at: t.clock.now(),
    assigned_user_id: sam.id,
    last_message: 'Try again',
  })
})

test('a snooze duration counts from when send was pressed', async () => {
  const c = await makeConversation()
  const until = new Date(t.clock.now().getTime() + 3 * 3_600_000)
  const { uuid } = await hold(c, { after: { status: 'Snoozed', snoozed_until: '3h' } })
  t.clock.advance(10_000)
  await sendDue(uuid)
  expect(await conversation(c.id)).toMatchObject({ status_id: 2, snoozed_until: until })
})

test('everything that can be refused is refused when the window starts and leaves no trace', async () => {
  const c = await makeConversation()
  const othersUpload = await insertUpload(bo)
  const events = await t.events()
  const browser = await t.as(sam)
  const body = { message: '<p>Hi</p>', to: ['a@b.test'], undo_seconds: 10 }
  for (const [invalid, path] of [
    [{ to: [] }, 'to'],
    [{ cc: ['nobody'] }, 'to'],
    [{ message: '<p> </p>' }, 'message'],
    [{ attachments: [othersUpload.id] }, 'attachments'],
    [{ after: { status: 'Nothing such' } }, 'status'],
    [{ after: { status: 'Snoozed' } }, 'snoozed_until'],
    [{ undo_seconds: 61 }, 'undo_seconds'],
  ] as const)
    expect(await browser.post(messages(c), { ...body, ...invalid })).toMatchObject({
      status: 400,
      body: { errors: [{ path }] },
    })
  const withoutPermission = await t.as(
    await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all', 'messages:write'] }),
  )
  expect(await withoutPermission.post(messages(c), { ...body, after: { status: 'Resolved' } })).toMatchObject(
    {
      status: 403,
    },
  )
  expect(await t.events()).toEqual(events)
  expect(
    await t.db.selectFrom('held_sends').select('id').where('conversation_id', '=', c.id).execute(),
  ).toEqual([])
})

test('a status that is no longer possible does not stop the reply, and the timeline says why', async () => {
  const c = await makeConversation()
  const author = await t.make.agent()
  const { uuid } = (
    await (
      await t.as(author)
    ).post(messages(c), {
      message: '<p>Hi</p>',
      to: ['grace@customer.test'],
      undo_seconds: 10,
      after: { status: 'Resolved' },
    })
  ).body.data
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', author.id).execute()
  t.clock.advance(10_000)
  await sendDue(uuid)
  expect(await findMessage(uuid)).toMatchObject({ sender_id: author.id, status: 'pending' })
  expect(await conversation(c.id)).toMatchObject({ status_id: 1 })
  expect(await t.events(c.id)).toContain('conversation.status_refused')
  const [line] = (await (await t.as(sam)).get(messages(c))).body.data.results
  expect(line).toMatchObject({
    type: 'activity',
    content: 'The reply was sent, but this couldn’t be marked as Resolved: Your role doesn’t allow this',
  })
})

test('a snooze time that has passed when the reply is sent is reported in the timeline', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c, { after: { status: 'Snoozed', snoozed_until: '5s' } })
  t.clock.advance(10_000)
  await sendDue(uuid)
  expect(await findMessage(uuid)).toMatchObject({ status: 'pending' })
  const [line] = (await (await t.as(sam)).get(messages(c))).body.data.results
  expect(line.activity).toEqual({
    type: 'status_refused',
    data: { status: 'Snoozed', reason: 'A future time must be selected' },
  })
})

test('without a window a reply and its status change happen together or not at all; notes are never held', async () => {
  const c = await makeConversation()
  const browser = await t.as(sam)
  const body = { message: '<p>Hi</p>', to: ['grace@customer.test'] }
  expect(await browser.post(messages(c), { ...body, after: { status: 'Snoozed' } })).toMatchObject({
    status: 400,
  })
  expect(await messagesOf(c.id)).toHaveLength(1)
  const response = await browser.post(messages(c), { ...body, after: { status: 'Resolved' } })
  expect(response.body.data).toMatchObject({ held: null, status: 'pending', id: expect.any(Number) })
  expect(await conversation(c.id)).toMatchObject({ status_id: 3 })
  const note = await browser.post(messages(c), { message: '<p>N</p>', private: true, undo_seconds: 10 })
  expect(note.body.data).toMatchObject({ held: null, status: 'sent' })
})

test('"send now" does not wait and is available to the author only', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c)
  const send = async (actor: Actor) => (await t.as(actor)).put(`/api/v1/held-sends/${uuid}/send`)
  expect((await send(bo)).status).toBe(404)
  expect(await send(sam)).toMatchObject({ status: 200, body: { data: true } })
  expect(await findMessage(uuid)).toMatchObject({ created_at: t.clock.now() })
  expect((await send(sam)).status).toBe(409)
  const taken = await hold(c)
  await undo(taken.uuid)
  expect(await (await t.as(sam)).put(`/api/v1/held-sends/${taken.uuid}/send`)).toMatchObject({ status: 409 })
})

test('a reply whose server crashes during the window is sent once by the next one', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c, { message: '<p>Outlives its server</p>' })
  // The job was lost with its server: only the row is left.
  await t.pool.query('delete from graphile_worker._private_jobs')
  t.clock.advance(60_000)
  await t.act(t.system, (tx) => requeueUnsent(tx, 0))
  const queue = await startQueue(t, {
    release_send: ({ id }) => t.act(t.system, (tx) => sendDueHeld(tx, Number(id))),
    send_message: ({ id }) => deliverMessage(sending.deps, Number(id)),
  })
  await eventually(async () => (await findMessage(uuid))?.status === 'sent')
  await queue.stop()
  expect(
    sending.sink.mails.filter((mail) => mail.raw.toString().includes('Outlives its server')),
  ).toHaveLength(1)
})
