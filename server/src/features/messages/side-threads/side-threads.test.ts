import { parseMail } from '@parley/mail/parse/parse-mail'
import { expect, test } from 'vitest'
import { readReplyAuthors } from '../../reports/events/reply-authors.ts'
import { buildBodies } from '../../webhooks/delivery/request-bodies.ts'
import { webhookEventsFrom } from '../../webhooks/delivery/webhook-events.ts'
import {
  answer,
  courier,
  customer,
  deliver,
  forward,
  forwarded,
  inbox,
  mail,
  out,
  path,
  receiveQuestion,
  sam,
  setUpSideThreads,
  t,
} from './side-threads-suite.ts'

setUpSideThreads()

const sideThreads = async (c: { uuid: string }) =>
  (await (await t.as(sam)).get(path(c, '/side-threads'))).body.data
const reply = async (c: { uuid: string }, body: object) =>
  (await t.as(sam)).post(path(c, '/messages'), { message: '<p>Thanks</p>', ...body })

test('a forwarded message goes to the third party, changes nothing for the customer, and starts a side thread', async () => {
  const c = await receiveQuestion('My parcel 4711 is missing')
  const [question] = await mail.messagesOf(c.id)
  const { sent, parsed, message } = await forwarded(c, {
    message_uuid: question?.uuid,
    bcc: ['boss@courier.test'],
  })
  expect(sent?.to).toEqual([courier, 'boss@courier.test'])
  expect(parsed).toMatchObject({ subject: 'Fwd: Parcel', references: [], in_reply_to: [] })
  expect(parsed.text).toMatch(
    /^Please check\n[\s\S]*Forwarded message ---[\s\S]*From: Grace Hopper <grace@customer.test>[\s\S]*My parcel 4711 is missing/,
  )
  expect(String(sent?.raw)).not.toContain(question?.source_id)
  expect(message).toMatchObject({ private: true, type: 'outgoing', side_thread_uuid: expect.any(String) })
  const after = await mail.conversation(c.id)
  expect(after).toMatchObject({
    first_reply_at: null,
    last_reply_at: null,
    waiting_since: c.waiting_since,
    last_message: c.last_message,
    last_message_at: c.last_message_at,
    last_message_sender: 'contact',
    unread_counter: c.unread_counter + 1,
  })
  expect(await sideThreads(c)).toMatchObject([
    {
      uuid: message.side_thread_uuid,
      subject: 'Fwd: Parcel',
      participants: [courier, 'boss@courier.test'],
      message_count: 1,
      created_by: { first_name: 'Sam' },
      last_message: { uuid: message.uuid, is_answer: false },
    },
  ])
})

test('the whole conversation is forwarded without notes and side threads', async () => {
  const c = await receiveQuestion('The first question')
  const browser = await t.as(sam)
  await browser.post(path(c, '/messages'), { message: '<p>A secret note</p>', private: true })
  await forwarded(c, { message: '<p>An earlier side thread</p>' })
  const answered = await browser.post(path(c, '/messages'), { message: '<p>Our answer</p>', to: [customer] })
  await deliver(answered.body.data.id)
  const { parsed } = await forwarded(c, { message: '' })
  expect(parsed.text).toContain('The first question')
  expect(parsed.text).toContain('Our answer')
  expect(parsed.text).not.toMatch(/secret note|earlier side thread/)
})

test.each([
  ['by its Message-ID', (id: string) => ({ 'In-Reply-To': `<${id}>` })],
  ['by References only', (id: string) => ({ References: `<unknown@courier.test> <${id}>` })],
])('a third party’s answer joins the side thread %s and reopens the conversation', async (_, headers) => {
  const c = await receiveQuestion()
  const { parsed, side_thread_uuid } = await forwarded(c)
  await (await t.as(sam)).put(path(c, '/status'), { status: 'Closed' })
  const before = await mail.conversation(c.id)
  const { delivery, stored } = await answer(headers(parsed.message_id ?? ''))
  expect(delivery).toMatchObject({ state: 'threaded', conversation_id: c.id })
  expect(stored).toMatchObject({
    type: 'outgoing',
    status: 'received',
    private: true,
    sender_type: 'contact',
    source_id: null,
  })
  const after = await mail.conversation(c.id)
  expect(after.status_id).not.toBe(before.status_id)
  expect(after).toMatchObject({
    waiting_since: before.waiting_since,
    last_message: before.last_message,
    last_message_at: before.last_message_at,
    unread_counter: before.unread_counter + 1,
  })
  expect(await sideThreads(c)).toMatchObject([
    { uuid: side_thread_uuid, message_count: 2, last_message: { is_answer: true, sender_name: 'dispatch' } },
  ])
})

test('an answer to the signed reply address joins without any other header, also in a chain of answers', async () => {
  await t.db
    .updateTable('inboxes')
    .set({ plus_addressing_proved_at: t.clock.now() })
    .where('id', '=', inbox.id)
    .execute()
  const c = await receiveQuestion()
  const { parsed, side_thread_uuid } = await forwarded(c)
  const [reply_to] = parsed.reply_to
  expect(reply_to?.address).toMatch(/^help\+[a-z2-7]{24}@acme\.test$/)
  const { stored } = await answer(
    {},
    { to: reply_to?.address ?? '', id: 'first@courier.test', subject: 'Hello' },
  )
  expect(stored).toMatchObject({ conversation_id: c.id, private: true })
  const again = await answer({ 'In-Reply-To': '<first@courier.test>' })
  expect(again.stored).toMatchObject({ conversation_id: c.id, side_thread_id: stored?.side_thread_id })
  expect((await sideThreads(c))[0]).toMatchObject({ uuid: side_thread_uuid, message_count: 3 })
  await t.db
    .updateTable('inboxes')
    .set({ plus_addressing_proved_at: null })
    .where('id', '=', inbox.id)
    .execute()
})

test('a reply in the side thread quotes and cites the side thread only, and the customer’s mail only theirs', async () => {
  const c = await receiveQuestion('The customer writes this')
  const { parsed, side_thread_uuid } = await forwarded(c)
  await answer(
    { 'In-Reply-To': `<${parsed.message_id}>` },
    { id: 'van@courier.test', text: 'The courier writes this' },
  )
  const [question] = await mail.messagesOf(c.id)
  const sideReply = await reply(c, { side_thread_uuid, to: [courier], private: true })
  expect(sideReply.body.data).toMatchObject({ private: true, status: 'pending', side_thread_uuid })
  await deliver(sideReply.body.data.id)
  const toCourier = await parseMail(out.sink.mails.at(-1)?.raw ?? Buffer.alloc(0))
  expect(toCourier).toMatchObject({
    subject: 'Re: Fwd: Parcel',
    in_reply_to: ['van@courier.test'],
    references: [parsed.message_id, 'van@courier.test'],
  })
  expect(toCourier.text).toContain('The courier writes this')
  expect(toCourier.text).not.toContain('The customer writes this')

  const toCustomer = await reply(c, { to: [customer], history: 'all' })
  await deliver(toCustomer.body.data.id)
  const raw = String(out.sink.mails.at(-1)?.raw)
  const received = await parseMail(Buffer.from(raw))
  expect(received.references).toEqual([question?.source_id])
  expect(received.text).toContain('The customer writes this')
  for (const secret of ['The courier writes this', 'Please check', 'courier.test', parsed.message_id ?? ''])
    expect(raw).not.toContain(secret)
})

test('a third party who cites the customer’s email, too, lands in the side thread', async () => {
  const c = await receiveQuestion()
  const [question] = await mail.messagesOf(c.id)
  const { parsed } = await forwarded(c)
  for (const headers of [
    { 'In-Reply-To': `<${question?.source_id}>`, References: `<${parsed.message_id}>` },
    { 'In-Reply-To': `<${question?.source_id}>` },
  ] as Record<string, string>[]) {
    const { stored } = await answer(headers)
    expect(stored).toMatchObject({ conversation_id: c.id, private: true, side_thread_id: expect.any(Number) })
  }
  // They cannot take over the customer's next email by naming its parent.
  const next = await answer({ 'In-Reply-To': `<${question?.source_id}>` }, { from: customer })
  expect(next.stored).toMatchObject({ conversation_id: c.id, private: false, type: 'incoming' })
})

test('a forged customer who cites the side thread reaches neither it nor the customer’s messages', async () => {
  const c = await receiveQuestion()
  const [question] = await mail.messagesOf(c.id)
  const { parsed } = await forwarded(c)
  const count = (await mail.messagesOf(c.id)).length
  const { stored } = await answer(
    { 'In-Reply-To': `<${question?.source_id}>`, References: `<${parsed.message_id}>` },
    { from: customer, envelope: 'forger@courier.test' },
  )
  expect(stored?.conversation_id).not.toBe(c.id)
  expect(await mail.messagesOf(c.id)).toHaveLength(count)
  const [line] = await mail.messagesOf(stored?.conversation_id ?? null)
  expect(line?.activity).toMatchObject({ type: 'may_belong_to', data: { uuid: c.uuid } })
})

test('the customer who got a side thread’s email passed on writes to their own conversation, once verified', async () => {
  const c = await receiveQuestion()
  const { parsed } = await forwarded(c)
  const { stored } = await answer({ 'In-Reply-To': `<${parsed.message_id}>` }, { from: customer })
  expect(stored).toMatchObject({
    conversation_id: c.id,
    private: false,
    type: 'incoming',
    side_thread_id: null,
  })
})

test('a colleague of the third party joins the side thread as a stranger, and no subject number leads there', async () => {
  const c = await receiveQuestion()
  const { parsed } = await forwarded(c)
  const stranger = await answer({ 'In-Reply-To': `<${parsed.message_id}>` }, { from: 'bo@elsewhere.test' })
  expect(stranger.stored).toMatchObject({ private: true, meta: { new_participant: true } })
  expect((await sideThreads(c))[0].participants).toEqual([courier])
  const bySubject = await answer({}, { subject: `Re: [#${c.reference_number}] Parcel` })
  expect(bySubject.stored?.conversation_id).not.toBe(c.id)
})

test('a bounce and a rejected recipient are shown in the side thread, and it can be sent again', async () => {
  const c = await receiveQuestion()
  out.sink.behave({ kind: 'refuse', code: 550, text: 'No such user', at: 'rcpt' })
  const response = await forward(c)
  await deliver(response.body.data.id)
  expect(await out.message(response.body.data.id)).toMatchObject({ status: 'failed' })
  out.sink.behave({ kind: 'accept' })
  const retried = await (await t.as(sam)).put(path(c, `/messages/${response.body.data.uuid}/retry`))
  expect(retried.status).toBe(200)
  await deliver(response.body.data.id)
  const { message_id } = await parseMail(out.sink.mails.at(-1)?.raw ?? Buffer.alloc(0))
  const report = [
    'From: Mail Delivery System <mailer-daemon@courier.test>',
    `To: ${inbox.address}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Message-ID: <bounce-1@courier.test>',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; courier.test',
    '',
    `Final-Recipient: rfc822; ${courier}`,
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 gone',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${message_id}>`,
    '',
    '--b--',
    '',
  ].join('\n')
  const delivery = await mail.receive(report, inbox.address, '')
  expect(delivery).toMatchObject({ state: 'threaded', conversation_id: c.id })
  const line = (await mail.messagesOf(c.id)).at(-1)
  const sideMessage = await out.message(response.body.data.id)
  expect(sideMessage.status).toBe('failed')
  expect(line).toMatchObject({ type: 'activity', side_thread_id: sideMessage.side_thread_id })
})

test('a held forward can be undone, and is sent when its time comes', async () => {
  const c = await receiveQuestion()
  const held = await forward(c, { undo_seconds: 10, subject: 'Look at this' })
  expect(held.body.data).toMatchObject({ id: 0, private: true, held: { to: [courier] } })
  const browser = await t.as(sam)
  const undone = await browser.put(`/api/v1/held-sends/${held.body.data.uuid}/undo`)
  expect(undone.body.data).toMatchObject({
    message: '<p>Please check</p>',
    to: [courier],
    side_thread: { uuid: null, subject: 'Look at this', forward: { message_uuid: null } },
  })
  expect(await sideThreads(c)).toEqual([])
  const second = await forward(c, { undo_seconds: 10 })
  const sent = await browser.put(`/api/v1/held-sends/${second.body.data.uuid}/send`)
  expect(sent.status).toBe(200)
  const [{ uuid, last_message }] = await sideThreads(c)
  expect(last_message.uuid).toBe(second.body.data.uuid)

  const heldReply = await reply(c, { side_thread_uuid: uuid, to: [courier], undo_seconds: 10 })
  expect(heldReply.body.data.held.side_thread).toMatchObject({ uuid, forward: null })
  await browser.put(`/api/v1/held-sends/${heldReply.body.data.uuid}/send`)
  expect((await sideThreads(c))[0]).toMatchObject({ uuid, message_count: 2 })
})

test('a repeated request with the same idempotency key forwards once', async () => {
  const c = await receiveQuestion()
  const browser = await t.as(sam)
  const send = () => browser.post(path(c, '/forward'), { to: [courier] }, { 'idempotency-key': 'once' })
  expect((await send()).body).toEqual((await send()).body)
  expect(await sideThreads(c)).toHaveLength(1)
})

test('attachments can be chosen, and images in the text come along', async () => {
  const boundary = [
    `From: Grace Hopper <${customer}>`,
    `To: ${inbox.address}`,
    'Subject: Parcel',
    'Message-ID: <with-files@customer.test>',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<p>See <img src="cid:photo@x"></p>',
    ...['label', 'invoice'].flatMap((name) => [
      '--b',
      `Content-Type: application/pdf; name="${name}.pdf"`,
      `Content-Disposition: attachment; filename="${name}.pdf"`,
      '',
      `The ${name}`,
    ]),
    '--b',
    'Content-Type: image/gif',
    'Content-ID: <photo@x>',
    'Content-Disposition: inline; filename="photo.gif"',
    'Content-Transfer-Encoding: base64',
    '',
    'R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
    '--b--',
    '',
  ].join('\n')
  const delivery = await mail.receive(boundary, inbox.address)
  const c = await mail.conversation(delivery.conversation_id)
  const files = await t.db
    .selectFrom('media')
    .select(['uuid', 'filename'])
    .where('message_id', '=', delivery.stored_message_id)
    .execute()
  const label = files.find(({ filename }) => filename === 'label.pdf')
  const names = ({ attachments }: { attachments: { filename: string }[] }) =>
    attachments.map(({ filename }) => filename).sort()
  expect(names((await forwarded(c)).parsed)).toEqual(['invoice.pdf', 'label.pdf', 'photo.gif'])
  const some = await forwarded(c, { forward_attachments: [label?.uuid] })
  expect(names(some.parsed)).toEqual(['label.pdf', 'photo.gif'])
  expect(some.parsed.html).toMatch(/src="cid:/)
  expect(files.some(({ uuid }) => some.message.content.includes(uuid))).toBe(false)
})

test('nothing of a side thread counts as a reply, and webhooks mark its emails', async () => {
  const c = await receiveQuestion()
  const { message, parsed, side_thread_uuid } = await forwarded(c)
  const { stored } = await answer({ 'In-Reply-To': `<${parsed.message_id}>` })
  const events = await t.db.selectFrom('events').selectAll().where('conversation_id', '=', c.id).execute()
  expect((await readReplyAuthors(t.db, events)).size).toBe(0)
  const sources = events.flatMap((event) => webhookEventsFrom(event))
  const bodies = (await buildBodies(t.db, sources, '')).map((body) => JSON.parse(body ?? '{}').payload)
  const ofSide = bodies.filter((payload) => [message.uuid, stored?.uuid].includes(payload.uuid))
  expect(ofSide.length).toBeGreaterThan(1)
  for (const payload of ofSide) expect(payload).toMatchObject({ private: true, side_thread_uuid })
})

test('refused forwards leave no trace', async () => {
  const c = await receiveQuestion()
  const browser = await t.as(sam)
  const note = await browser.post(path(c, '/messages'), { message: '<p>Note</p>', private: true })
  const other = await receiveQuestion()
  const [otherMessage] = await mail.messagesOf(other.id)
  const before = (await t.events(c.id)).length
  const status = async (body: object) => (await forward(c, body)).status
  expect(await status({ message_uuid: note.body.data.uuid })).toBe(409)
  expect(await status({ message_uuid: otherMessage?.uuid })).toBe(404)
  expect(await status({ to: [customer.toUpperCase()] })).toBe(400)
  expect(await status({ to: [] })).toBe(400)
  expect(await status({ forward_attachments: ['00000000-0000-4000-8000-000000000000'] })).toBe(400)
  const { side_thread_uuid } = await forwarded(other)
  expect((await reply(c, { side_thread_uuid, to: [courier] })).status).toBe(404)
  expect((await reply(other, { side_thread_uuid, to: [customer] })).status).toBe(400)
  const withoutPermission = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'messages:read', 'messages:write'],
  })
  expect((await forward(other, {}, withoutPermission)).status).toBe(403)
  const without = await (await t.as(withoutPermission)).post(path(other, '/messages'), {
    side_thread_uuid,
    to: [courier],
    message: '<p>x</p>',
  })
  expect(without.status).toBe(403)
  expect((await t.events(c.id)).length).toBe(before)
  expect(await sideThreads(c)).toEqual([])
})
