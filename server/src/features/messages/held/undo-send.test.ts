import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { startQueue } from '../../../jobs/queue.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { eventually, openSocket } from '../../../testing/web-sockets.ts'
import { purgeExpired } from '../../auth/purge-expired.ts'
import { lockById } from '../../conversations/access.ts'
import { deliverMessage } from '../../email/sending/deliver-message.ts'
import { requeueUnsent } from '../../email/sending/requeue-unsent.ts'
import { removeUnusedUploads } from '../../media/remove-unused-uploads.ts'
import { insertMessage } from '../insert-message.ts'
import { sendDueHeld } from './send-held.ts'

let t: TestApp
let sending: TestSending
let sam: Actor
let bo: Actor
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  sending = await startTestSending(t)
  sam = await t.make.agent({ first_name: 'Sam' })
  bo = await t.make.agent({ first_name: 'Bo' })
})
afterAll(async () => {
  await sending.stop()
  await t.stop()
})
afterEach(() => {
  sending.sink.mails.length = 0
})

const makeConversation = async (more: object = {}) =>
  t.make.conversation({ inbox_id: (await sending.inbox()).id, email: 'grace@customer.test', ...more })
const messages = (c: { uuid: string }) => `/api/v1/conversations/${c.uuid}/messages`

/** A reply of Sam's that can be undone for ten seconds. */
async function hold(c: { uuid: string }, body: object = {}) {
  const response = await (await t.as(sam)).post(messages(c), {
    message: '<p>Try again</p>',
    to: ['Grace@customer.test'],
    undo_seconds: 10,
    ...body,
  })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.data
}
const findHeld = async (uuid: string) =>
  t.db.selectFrom('held_sends').selectAll().where('uuid', '=', uuid).executeTakeFirst()
const findMessage = async (uuid: string) =>
  t.db.selectFrom('messages').selectAll().where('uuid', '=', uuid).executeTakeFirst()
const conversation = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const undo = async (uuid: string, actor: Actor = sam) =>
  (await t.as(actor)).put(`/api/v1/held-sends/${uuid}/undo`)
async function sendDue(uuid: string) {
  const row = await findHeld(uuid)
  if (row) await t.act(t.system, (tx) => sendDueHeld(tx, row.id))
}

async function insertUpload(actor: Actor, filename = 'Plan.pdf') {
  return t.db
    .insertInto('media')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      filename,
      content_type: 'application/pdf',
      size: 3,
      content_hash: await t.files.media.put(Buffer.from(`PDF ${Math.random()}`)),
      model_type: 'messages',
      uploaded_by_id: actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

test('a held reply is visible to its author only: not in lists, messages, search, sockets or files of others', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const cookie = async (actor: Actor) => ({ cookie: `parley_session=${(await t.as(actor)).token}` })
  const [boSocket, samSocket, old] = [
    await openSocket(t, '/ws?v=2', await cookie(bo)),
    await openSocket(t, '/ws?v=2', await cookie(sam)),
    await openSocket(t, '/ws', await cookie(bo)),
  ]
  const picture = async (actor: Actor) => {
    const browser = await t.as(actor)
    return Promise.all(
      [
        messages(c),
        `/api/v1/conversations/${c.uuid}`,
        `/api/v1/conversations/${c.uuid}/participants`,
        '/api/v1/conversations/all',
      ].map(async (path) => (await browser.get(path)).body.data),
    )
  }
  const before = await picture(bo)

  const { uuid, id, status, held: heldSend } = await hold(c, { attachments: [file.id] })
  expect({ id, status }).toEqual({ id: 0, status: 'pending' })
  expect(heldSend).toMatchObject({
    uuid,
    conversation_uuid: c.uuid,
    remaining_ms: 10_000,
    message: '<p>Try again</p>',
    to: ['grace@customer.test'],
    attachments: [{ id: file.id, filename: 'Plan.pdf' }],
    after: null,
  })

  expect(await picture(bo)).toEqual(before)
  expect(await conversation(c.id)).toEqual(c)
  const bosBrowser = await t.as(bo)
  expect((await bosBrowser.get(`${messages(c)}/${uuid}`)).status).toBe(404)
  expect((await bosBrowser.get('/api/v1/held-sends')).body.data).toEqual([])
  expect((await bosBrowser.get(`/uploads/${file.uuid}`)).status).toBe(404)
  expect((await undo(uuid, bo)).status).toBe(404)
  expect((await (await t.as(sam)).get('/api/v1/held-sends')).body.data).toEqual([heldSend])
  expect(await t.events(c.id)).not.toContain('message.created')

  // Her own browser windows are notified. A later event bounds the wait for what must not arrive.
  await samSocket.until((frames) => frames.some((frame) => frame.object?.lookup === 'held_sends'))
  await bosBrowser.put('/api/v1/agents/me/availability', { status: 'online' })
  await boSocket.until((frames) => frames.some((frame) => frame.object?.lookup === 'agents'))
  // The conversation was created just before his socket opened; on a busy machine its event may only arrive now.
  const framesOfBo = boSocket.frames.filter((frame) => frame.type !== 'conversation.created')
  expect(framesOfBo.filter((frame) => frame.object?.lookup === 'held_sends' || frame.object?.uuid)).toEqual(
    [],
  )
  expect(old.frames.filter((frame) => frame.type === 'new_message')).toEqual([])
  for (const socket of [boSocket, samSocket, old]) socket.close()
  expect((await undo(uuid)).status).toBe(200)
})

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

test('undo returns everything that was typed, sends nothing, and frees the files for the next attempt', async () => {
  const c = await makeConversation()
  const [file, shot] = [await insertUpload(sam), await insertUpload(sam, 'shot.png')]
  const message = `<p>See <img src="/uploads/${shot.uuid}" /></p>`
  const { uuid } = await hold(c, {
    message,
    attachments: [file.id],
    cc: ['cc@customer.test'],
    bcc: ['bcc@customer.test'],
    after: { status: 'Snoozed', snoozed_until: '3h' },
  })
  const first = await undo(uuid)
  expect(first).toMatchObject({
    status: 200,
    body: {
      data: {
        message,
        to: ['grace@customer.test'],
        cc: ['cc@customer.test'],
        bcc: ['bcc@customer.test'],
        attachments: [{ id: file.id, uuid: file.uuid }],
        after: {
          status: 'Snoozed',
          snoozed_until: new Date(t.clock.now().getTime() + 3 * 3_600_000).toISOString(),
        },
      },
    },
  })
  expect((await undo(uuid)).body.data, 'asked again, because the answer was lost').toEqual(first.body.data)
  expect((await (await t.as(sam)).get('/api/v1/held-sends')).body.data).toEqual([])
  expect((await t.jobs()).filter(({ task }) => task === 'release_send')).toHaveLength(0)

  t.clock.advance(60_000)
  await sendDue(uuid)
  expect(await findMessage(uuid)).toBeUndefined()
  expect(await conversation(c.id)).toEqual(c)

  const again = await hold(c, { message, attachments: [file.id] })
  t.clock.advance(10_000)
  await sendDue(again.uuid)
  expect(await findMessage(again.uuid)).toMatchObject({ has_attachments: true })
})

test('undo after sending is refused with a message and changes nothing', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c)
  t.clock.advance(10_000)
  await sendDue(uuid)
  expect(await undo(uuid)).toMatchObject({
    status: 409,
    body: {
      error_type: 'ConflictException',
      message: 'This reply has already been sent and can’t be undone',
    },
  })
  expect(await findMessage(uuid)).toMatchObject({ status: 'pending' })
})

test('when an undo and a send compete, exactly one wins', async () => {
  let [undone, released] = [0, 0]
  for (let round = 0; round < 20; round++) {
    const c = await makeConversation()
    const { uuid } = await hold(c)
    const { id } = (await findHeld(uuid)) ?? { id: 0 }
    t.clock.advance(10_000)
    const [response] = await Promise.all([
      undo(uuid),
      ...Array.from({ length: 3 }, () => t.act(t.system, (tx) => sendDueHeld(tx, id))),
    ])
    const message = await findMessage(uuid)
    expect([response.status, message !== undefined]).toEqual(
      response.status === 200 ? [200, false] : [409, true],
    )
    if (message) released++
    else undone++
    expect((await messagesOf(c.id)).filter(({ type }) => type === 'outgoing')).toHaveLength(message ? 1 : 0)
  }
  expect(undone + released).toBe(20)
})
const messagesOf = (conversation_id: number) =>
  t.db.selectFrom('messages').selectAll().where('conversation_id', '=', conversation_id).execute()

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

test('files of a held reply belong to it: no other message can use them and the cleanup of unused uploads keeps them', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  t.clock.advance(86_400_000 - 5_000)
  const { uuid } = await hold(c, { attachments: [file.id] })
  expect(
    await (await t.as(sam)).post(messages(c), { message: '<p>N</p>', private: true, attachments: [file.id] }),
  ).toMatchObject({ status: 400, body: { errors: [{ path: 'attachments' }] } })
  t.clock.advance(10_000)
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  await sendDue(uuid)
  expect(await findMessage(uuid)).toMatchObject({ has_attachments: true })
})

test('a file uploaded without a purpose is visible to its author only once it is in a held reply', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  await t.db.updateTable('media').set({ model_type: null }).where('id', '=', file.id).execute()
  const open = async (actor: Actor) => (await (await t.as(actor)).get(`/uploads/${file.uuid}`)).status
  expect(await open(bo), 'as the wire reference has it').toBe(200)
  await hold(c, { attachments: [file.id] })
  expect([await open(bo), await open(sam)]).toEqual([404, 200])
})

test('an undone reply is kept for a day, and its unused files are deleted with it', async () => {
  const c = await makeConversation()
  const file = await insertUpload(sam)
  const { uuid } = await hold(c, { attachments: [file.id] })
  await undo(uuid)
  t.clock.advance(86_400_001)
  await purgeExpired(t.db, t.clock.now())
  await removeUnusedUploads(t.db, t.files.media, t.clock.now())
  expect((await undo(uuid)).status).toBe(404)
  expect(await t.db.selectFrom('media').select('id').where('id', '=', file.id).execute()).toEqual([])
})

test('a reply whose server crashes during the window is sent once by the next one', async () => {
  const c = await makeConversation()
  const { uuid } = await hold(c, { message: '<p>Outlives its server</p>' })
  // The job was lost with its server: only the row is left.
  await t.pool.query('delete from graphile_worker._private_jobs')
  t.clock.advance(60_000)
  await t.act(t.system, (tx) => requeueUnsent(tx, 0))
  const queue = await startQueue(
    t.pool,
    {
      release_send: ({ id }) => t.act(t.system, (tx) => sendDueHeld(tx, Number(id))),
      send_message: ({ id }) => deliverMessage(sending.deps, Number(id)),
    },
    t.log,
  )
  await eventually(async () => (await findMessage(uuid))?.status === 'sent')
  await queue.stop()
  expect(
    sending.sink.mails.filter((mail) => mail.raw.toString().includes('Outlives its server')),
  ).toHaveLength(1)
})

test('repeating the same request holds one reply', async () => {
  const c = await makeConversation()
  const browser = await t.as(sam)
  const send = () =>
    browser.post(
      messages(c),
      { message: '<p>Hi</p>', to: ['grace@customer.test'], undo_seconds: 10 },
      { 'idempotency-key': 'once' },
    )
  const [first, second] = [await send(), await send()]
  expect(second.body.data).toEqual(first.body.data)
  expect(
    await t.db.selectFrom('held_sends').select('id').where('conversation_id', '=', c.id).execute(),
  ).toHaveLength(1)
})

test('the undo window is a preference of the agent: 10 seconds by default, 60 at most', async () => {
  const browser = await t.as(await t.make.agent())
  const readUndoSeconds = async () => (await browser.get('/api/v1/agents/me')).body.data.undo_seconds
  expect(await readUndoSeconds()).toBe(10)
  for (const undo_seconds of [0, 30, 60]) {
    await browser.put('/api/v1/agents/me/preferences', { undo_seconds })
    expect(await readUndoSeconds()).toBe(undo_seconds)
  }
  for (const undo_seconds of [-1, 61, 1.5, 'ten'])
    expect((await browser.put('/api/v1/agents/me/preferences', { undo_seconds })).status).toBe(400)
})

test('the event of a note lists the agents it mentions; a reply contains no mention of agents', async () => {
  const c = await makeConversation()
  const browser = await t.as(sam)
  const mention = (id: number) => `<span data-mention-type="agent" data-mention-id="${id}">@Somebody</span>`
  const message = `<p>${mention(bo.id)} ${mention(bo.id)} ${mention(t.system.id)} ${mention(999_999)} look</p>`
  const note = (await browser.post(messages(c), { message, private: true })).body.data
  expect(note.content).toContain(`data-mention-id="${bo.id}"`)
  const event = await t.db
    .selectFrom('events')
    .select('data')
    .where('message_id', '=', note.id)
    .where('type', '=', 'message.created')
    .executeTakeFirstOrThrow()
  expect(event.data).toMatchObject({ private: true, mentioned_agent_ids: [bo.id] })
  const reply = (await browser.post(messages(c), { message, to: ['grace@customer.test'] })).body.data
  expect(reply.content).not.toContain('mention')
})
