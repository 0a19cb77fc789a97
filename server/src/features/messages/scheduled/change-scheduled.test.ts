import { expect, test } from 'vitest'
import { purgeExpired } from '../../auth/purge-expired.ts'
import {
  activityOf,
  bo,
  cancelReply,
  changeReply,
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
  sendNow,
  setUpScheduledReplies,
  t,
} from './scheduled-suite.ts'

setUpScheduledReplies()

test('a new time moves the same job', async () => {
  const c = await makeConversation()
  const { uuid } = await schedule(c)
  const send_at = inHours(5)
  expect((await changeReply(c, { uuid }, { send_at }, bo)).body.data).toMatchObject({ send_at, version: 2 })
  expect(await jobsOf(uuid)).toMatchObject([{ run_at: new Date(send_at) }])
  expect(await conversation(c.id)).toMatchObject({ scheduled_at: new Date(send_at) })
  t.clock.advance(3_600_000)
  await runJob(uuid)
  expect(await findMessage(uuid), 'at the earlier time').toBeUndefined()
  t.clock.advance(4 * 3_600_000)
  await runJob(uuid)
  expect(await findMessage(uuid)).toMatchObject({ sender_id: sam.id })
  expect(await activityOf(c.id)).toEqual(['reply_scheduled', 'reply_rescheduled'])
})

test('a colleague changes text, recipients and files, and the author still sends it', async () => {
  const c = await makeConversation()
  const [kept, dropped] = [await insertUpload(sam, 'Kept.pdf'), await insertUpload(sam, 'Dropped.pdf')]
  const { uuid } = await schedule(c, { attachments: [kept.id, dropped.id] })
  const added = await insertUpload(bo, 'Added.pdf')
  const change = {
    message: '<p>Better</p><script>x</script>',
    to: ['ada@customer.test'],
    attachments: [kept.id, added.id],
  }
  const { body } = await changeReply(c, { uuid }, change, bo)
  expect(body.data).toMatchObject({
    message: '<p>Better</p>',
    to: ['ada@customer.test'],
    author: { id: sam.id },
    attachments: [{ filename: 'Added.pdf' }, { filename: 'Kept.pdf' }],
  })
  t.clock.advance(3_600_000)
  await runJob(uuid)
  const m = await findMessage(uuid)
  expect(m).toMatchObject({
    content: '<p>Better</p>',
    sender_id: sam.id,
    meta: { to: ['ada@customer.test'] },
  })
  const files = await t.db
    .selectFrom('media')
    .select('filename')
    .where('message_id', '=', m?.id ?? 0)
    .execute()
  expect(files.map(({ filename }) => filename).sort()).toEqual(['Added.pdf', 'Kept.pdf'])
  expect(await activityOf(c.id)).toEqual(['reply_scheduled', 'scheduled_reply_edited'])
})

test('a change keeps everything that it does not name', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const before = await schedule(c, {
    attachments: [file.id],
    cc: ['bo@customer.test'],
    after: { status: 'Resolved' },
  })
  const { data } = (await changeReply(c, before, { hold_if_customer_replies: false })).body
  const { updated_at, version, ...rest } = before
  expect(data).toMatchObject({ ...rest, hold_if_customer_replies: false })
})

test('a change of an older version is refused, and so is a change to a bad time or to nothing', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  await changeReply(c, reply, { message: '<p>First</p>' }, bo)
  const late = await changeReply(c, reply, { message: '<p>Second</p>', version: reply.version })
  expect(late.status).toBe(409)
  expect(late.body.message).toMatch(/changed this reply/)
  expect((await changeReply(c, reply, { send_at: inHours(-1) })).status).toBe(400)
  expect((await changeReply(c, reply, { message: '' })).status).toBe(400)
  expect((await changeReply(c, reply, { to: [] })).status).toBe(400)
  expect(await listReplies(c)).toMatchObject([{ message: '<p>First</p>', version: 2 }])
})

test('cancelling returns everything to whoever cancels it, who can send it again', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const reply = await schedule(c, { attachments: [file.id], cc: ['cy@customer.test'] })
  const cancelled = await cancelReply(c, reply, bo)
  expect(cancelled.body.data).toMatchObject({
    message: '<p>Try again</p>',
    to: ['grace@customer.test'],
    cc: ['cy@customer.test'],
    attachments: [{ id: file.id }],
  })
  expect((await cancelReply(c, reply, bo)).body.data, 'a lost answer').toEqual(cancelled.body.data)
  expect(await listReplies(c)).toEqual([])
  expect(await jobsOf(reply.uuid)).toEqual([])
  expect(await conversation(c.id)).toMatchObject({ scheduled_at: null })
  expect(await activityOf(c.id)).toEqual(['reply_scheduled', 'scheduled_reply_cancelled'])
  t.clock.advance(3_600_000)
  await runJob(reply.uuid)
  expect(await findMessage(reply.uuid)).toBeUndefined()
  expect((await (await t.as(sam)).get(`/uploads/${file.uuid}`)).status, 'now it is in a draft of Bo').toBe(
    404,
  )
  expect((await postReply(c, { send_at: null, attachments: [file.id] }, bo)).status).toBe(200)
})

test('cancelled replies are forgotten after a day', async () => {
  const c = await makeConversation()
  const [cancelled, waiting] = [await schedule(c), await schedule(c, { send_at: inHours(100) })]
  await cancelReply(c, cancelled)
  t.clock.advance(25 * 3_600_000)
  await purgeExpired(t.db, t.clock.now())
  expect(await findRow(cancelled.uuid)).toBeUndefined()
  expect(await findRow(waiting.uuid)).toBeDefined()
})

test('it can be sent now, by a colleague too, and then neither changed nor cancelled', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  expect((await sendNow(c, reply, bo)).status).toBe(200)
  expect(await findMessage(reply.uuid)).toMatchObject({ sender_id: sam.id, created_at: t.clock.now() })
  expect(await activityOf(c.id)).toEqual(['reply_scheduled', 'scheduled_reply_released'])
  for (const again of [
    await sendNow(c, reply),
    await cancelReply(c, reply),
    await changeReply(c, reply, { send_at: inHours(2) }),
  ]) {
    expect(again.status).toBe(409)
    expect(again.body.message).toBe('This reply was just sent')
  }
  expect((await changeReply(c, { uuid: crypto.randomUUID() }, {})).status).toBe(404)
})

test('a cancelled reply can be neither sent nor changed', async () => {
  const c = await makeConversation()
  const reply = await schedule(c)
  await cancelReply(c, reply)
  for (const late of [await sendNow(c, reply), await changeReply(c, reply, { send_at: inHours(2) })])
    expect(late).toMatchObject({
      status: 409,
      body: { message: 'This reply was cancelled and is in a draft' },
    })
})

test('cancelling and sending at the same moment: exactly one of them happens', async () => {
  const c = await makeConversation()
  for (let round = 0; round < 5; round++) {
    const reply = await schedule(c)
    t.clock.advance(3_600_000)
    const [cancelled] = await Promise.all([cancelReply(c, reply, bo), runJob(reply.uuid)])
    const sent = (await findMessage(reply.uuid)) !== undefined
    expect(cancelled.status).toBe(sent ? 409 : 200)
  }
})

test('someone who may not see the conversation can neither list nor touch its scheduled replies', async () => {
  const c = await makeConversation({ assigned_user_id: sam.id })
  const reply = await schedule(c)
  const outsider = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_assigned', 'messages:read', 'messages:write'],
  })
  const browser = await t.as(outsider)
  expect((await browser.get(`${messagesPath(c).replace('messages', 'scheduled-replies')}`)).status).toBe(404)
  for (const response of [
    await sendNow(c, reply, outsider),
    await cancelReply(c, reply, outsider),
    await changeReply(c, reply, {}, outsider),
  ])
    expect(response.status).toBe(404)
})

test('a reply belongs to its conversation: another one does not find it', async () => {
  const [c, other] = [await makeConversation(), await makeConversation()]
  const reply = await schedule(c)
  expect((await cancelReply(other, reply)).status).toBe(404)
})
