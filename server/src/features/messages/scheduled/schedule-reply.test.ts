import { expect, test } from 'vitest'
import { agentRolePermissions } from '../../../first-start.ts'
import { openSocket } from '../../../testing/web-sockets.ts'
import { deliverMessage } from '../../email/sending/deliver-message.ts'
import { requeueUnsent } from '../../email/sending/requeue-unsent.ts'
import { removeUnusedUploads } from '../../media/remove-unused-uploads.ts'
import {
  activityOf,
  bo,
  conversation,
  findMessage,
  findRow,
  inHours,
  insertUpload,
  jobsOf,
  listReplies,
  makeConversation,
  messagesPath,
  postReply,
  runJob,
  sam,
  schedule,
  sending,
  setUpScheduledReplies,
  t,
} from './scheduled-suite.ts'

setUpScheduledReplies()

test('a scheduled reply is seen by the team with its time and author, and is no message yet', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const send_at = inHours(1)
  const { status, body } = await postReply(c, { send_at, attachments: [file.id], cc: ['bo@customer.test'] })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ id: 0, status: 'pending', type: 'outgoing', held: null })
  const { scheduled } = body.data

  expect(await listReplies(c, bo)).toEqual([scheduled])
  expect(scheduled).toMatchObject({
    send_at,
    author: { id: sam.id, first_name: 'Sam' },
    to: ['grace@customer.test'],
    cc: ['bo@customer.test'],
    message: '<p>Try again</p>',
    hold_if_customer_replies: true,
    on_hold: null,
    attachments: [{ id: file.id, filename: 'Plan.pdf' }],
  })
  expect(await findMessage(scheduled.uuid)).toBeUndefined()
  const seenByBo = await t.as(bo)
  expect((await seenByBo.get(`/uploads/${file.uuid}`)).status).toBe(200)
  expect((await seenByBo.get(`/api/v1/conversations/${c.uuid}`)).body.data).toMatchObject({
    scheduled: { send_at, agent_id: sam.id, on_hold: false, count: 1 },
    first_reply_at: null,
    last_message_sender: 'contact',
  })
  expect((await seenByBo.get(`${messagesPath(c)}/${scheduled.uuid}`)).status).toBe(404)
  expect(await t.events(c.id)).toContain('conversation.reply_scheduled')
  expect(await activityOf(c.id)).toEqual(['reply_scheduled'])
})

test('others see a scheduled reply at once, and clients of the older protocol see the activity line', async () => {
  const c = await makeConversation()
  const cookie = { cookie: `parley_session=${(await t.as(bo)).token}` }
  const socket = await openSocket(t, '/ws?v=2', cookie)
  const old = await openSocket(t, '/ws', cookie)
  const { send_at } = await schedule(c)
  const seesReply = (one: { type: string; object?: { uuid?: string; scheduled?: object } }) =>
    one.type === 'conversation.changed' && one.object?.uuid === c.uuid && one.object.scheduled !== null
  await socket.until((frames) => frames.some(seesReply))
  expect(socket.frames.find(seesReply).object.scheduled).toMatchObject({ send_at, agent_id: sam.id })
  const isLine = ({ type, data }: { type: string; data?: { type: string } }) =>
    type === 'new_message' && data?.type === 'activity'
  await old.until((frames) => frames.some(isLine))
  socket.close()
  old.close()
})

test('at its time it becomes a message of its author with all its effects, exactly once', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const { uuid } = await schedule(c, { attachments: [file.id] })
  expect(await jobsOf(uuid)).toMatchObject([{ run_at: new Date(inHours(1)) }])

  t.clock.advance(3_600_000 - 1)
  await runJob(uuid)
  expect(await findMessage(uuid)).toBeUndefined()
  t.clock.advance(1)
  await Promise.all([runJob(uuid), runJob(uuid), runJob(uuid)])
  const m = await findMessage(uuid)
  expect(m).toMatchObject({
    status: 'pending',
    sender_id: sam.id,
    created_at: t.clock.now(),
    has_attachments: true,
  })
  expect(await findRow(uuid)).toBeUndefined()
  expect(await conversation(c.id)).toMatchObject({
    last_message: 'Try again',
    last_message_sender: 'agent',
    scheduled_at: null,
    first_reply_at: null,
  })
  expect((await t.events(c.id)).filter((type) => type === 'message.created')).toHaveLength(1)
  await deliverMessage(sending.deps, m?.id ?? 0)
  expect(sending.sink.mails).toHaveLength(1)
  expect(sending.sink.mails[0]?.raw.toString()).toContain('Plan.pdf')
  expect(await conversation(c.id)).toMatchObject({ first_reply_at: t.clock.now(), waiting_since: null })
})

test('a crash while it is sent leaves it scheduled, and a lost job is queued again', async () => {
  const c = await makeConversation()
  const { uuid } = await schedule(c)
  t.clock.advance(3_600_000)
  const crash = t.act(t.system, async (tx) => {
    const { sendDueScheduled } = await import('./send-scheduled.ts')
    await sendDueScheduled(tx, (await findRow(uuid))?.id ?? 0)
    throw new Error('the process ended')
  })
  await expect(crash).rejects.toThrow('the process ended')
  expect(await findMessage(uuid)).toBeUndefined()
  expect(await findRow(uuid)).toBeDefined()

  await t.pool.query('delete from graphile_worker._private_jobs')
  t.clock.advance(61_000)
  await t.act(t.system, (tx) => requeueUnsent(tx, 60_000))
  expect(await jobsOf(uuid)).toHaveLength(1)
  await runJob(uuid)
  expect(await findMessage(uuid)).toBeDefined()
})

test('the status changes when the reply is sent, and a snooze counts from then', async () => {
  const c = await makeConversation()
  const { uuid, after } = await schedule(c, { after: { status: 'Snoozed', snoozed_until: '3h' } })
  expect(after).toEqual({ status: 'Snoozed', snoozed_until: '3h' })
  expect(await conversation(c.id)).toMatchObject({ status_category: 'open' })
  t.clock.advance(3_600_000)
  await runJob(uuid)
  expect(await conversation(c.id)).toMatchObject({
    status_category: 'waiting',
    snoozed_until: new Date(inHours(3)),
  })
})

test('files of a scheduled reply are kept however long it waits, and nothing else can use them', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const { uuid } = await schedule(c, { attachments: [file.id], send_at: inHours(24 * 30) })
  t.clock.advance(20 * 86_400_000)
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect((await postReply(c, { send_at: null, attachments: [file.id] })).status).toBe(400)
  t.clock.advance(10 * 86_400_000)
  await runJob(uuid)
  expect(await findMessage(uuid)).toMatchObject({ has_attachments: true })
})

test.each([
  ['a past time', () => ({ send_at: inHours(-1) }), 'That time is past. Choose a later one'],
  ['now', () => ({ send_at: inHours(0) }), 'That time is past. Choose a later one'],
  ['more than a year', () => ({ send_at: inHours(367 * 24) }), 'Choose a time within a year'],
  ['no instant', () => ({ send_at: 'tomorrow' }), /./],
  ['a note', () => ({ private: true }), 'Only replies to the customer can be sent later'],
  [
    'an email to third parties',
    () => ({ side_thread_uuid: crypto.randomUUID() }),
    'Only replies to the customer can be sent later',
  ],
  ['no recipient', () => ({ to: [] }), 'Add at least one recipient'],
  ['no text', () => ({ message: '' }), 'Message cannot be empty'],
  ['a file of somebody else', async () => ({ attachments: [(await insertUpload(bo)).id] }), /no upload/],
  ['an unknown status', () => ({ after: { status: 'Gone' } }), 'There is no status "Gone"'],
  [
    'a snooze that ends before it is sent',
    () => ({ after: { status: 'Snoozed', snoozed_until: inHours(0.5) } }),
    'Choose a time after the reply is sent',
  ],
])('%s is refused with a sentence and leaves no trace', async (_what, body, message) => {
  const c = await makeConversation()
  const response = await postReply(c, await body())
  expect(response.status).toBe(400)
  expect(response.body.message).toMatch(message)
  expect(await listReplies(c)).toEqual([])
  expect(await conversation(c.id)).toMatchObject({ scheduled_at: null, version: c.version })
})

test('scheduling with a status needs the permission to change it', async () => {
  const c = await makeConversation()
  const writer = await t.make.agent({
    permissions: agentRolePermissions.filter((name) => name !== 'conversations:update_status'),
  })
  expect((await postReply(c, { after: { status: 'Resolved' } }, writer)).status).toBe(403)
  expect((await postReply(c, {}, writer)).status).toBe(200)
})

test('a repeated request with the same Idempotency-Key schedules once', async () => {
  const c = await makeConversation()
  const browser = await t.as(sam)
  const body = { message: '<p>Hi</p>', to: ['grace@customer.test'], send_at: inHours(1) }
  const [first, second] = [
    await browser.post(messagesPath(c), body, { 'idempotency-key': 'a-key-of-mine' }),
    await browser.post(messagesPath(c), body, { 'idempotency-key': 'a-key-of-mine' }),
  ]
  expect(second.body.data).toEqual(first.body.data)
  expect(await listReplies(c)).toHaveLength(1)
})
