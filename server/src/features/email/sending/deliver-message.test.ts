import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { parseMail } from '@parley/mail/parse/parse-mail'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { agentRolePermissions } from '../../../first-start.ts'
import { startSmtpSink } from '../../../testing/email/smtp-sink.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { insertMessage } from '../../messages/insert-message.ts'
import { queueReply } from '../../messages/send-message.ts'
import { deliverMessage, retryDelayMs } from './deliver-message.ts'
import { claimMessage, renewClaim } from './message-claim.ts'
import { markFailed, markSent, scheduleRetry } from './message-outcome.ts'
import { requeueUnsent } from './requeue-unsent.ts'

let t: TestApp
let out: TestSending
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
  mail = await startTestMail(t)
})
afterAll(async () => {
  await mail.stop()
  await out.stop()
  await t.stop()
})
afterEach(() => {
  out.sink.behave({ kind: 'accept' })
  out.sink.mails.length = 0
})

const deliver = (id: number) => deliverMessage(out.deps, id)
const createConversation = async (more: object = {}) =>
  t.make.conversation({ inbox_id: (await out.inbox()).id, email: 'grace@customer.test', ...more })
const getConversation = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const timeline = async (conversation_id: number) =>
  (
    await t.db
      .selectFrom('messages')
      .select('activity')
      .where('conversation_id', '=', conversation_id)
      .where('type', '=', 'activity')
      .orderBy('id')
      .execute()
  ).map(({ activity }) => activity)
const jobOf = async (id: number) => (await t.jobs()).find(({ key }) => key === `send_message:${id}`)

test('a reply is sent once, well-formed, and ends the customer’s wait', async () => {
  const c = await createConversation({ subject: 'Broken lamp' })
  const m = await out.reply(c, { cc: ['bo@customer.test'], bcc: ['boss@acme.test'], history: 'all' })
  expect(await jobOf(m.id)).toMatchObject({ task: 'send_message' })
  t.clock.advance(60_000)

  await deliver(m.id)
  await deliver(m.id)

  expect(out.sink.mails).toHaveLength(1)
  const [received] = out.sink.mails
  expect(received?.to).toEqual(['grace@customer.test', 'bo@customer.test', 'boss@acme.test'])
  const parsed = await parseMail(received?.raw ?? Buffer.alloc(0))
  const inbox = await t.db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', c.inbox_id)
    .executeTakeFirstOrThrow()
  expect(parsed).toMatchObject({
    subject: 'Re: Broken lamp',
    from: [{ name: 'Support', address: inbox.address }],
    to: [{ address: 'grace@customer.test' }],
    cc: [{ address: 'bo@customer.test' }],
    bcc: [],
    reply_to: [],
    date: m.created_at,
  })
  expect(parsed.text).toMatch(
    /^Try again\n\nOn 2 Mar 2026, 09:00 UTC, Grace Hopper wrote:\n\n> Hello, can you help me\?/,
  )
  const sent = await out.message(m.id)
  expect(sent).toMatchObject({
    status: 'sent',
    sent_at: t.clock.now(),
    source_id: parsed.message_id,
    attempts: 1,
    delivery_error: null,
    version: m.version + 1,
  })
  expect(sent.source_id).toMatch(/^[a-z2-7]{24}\.[0-9a-f]{32}@parley\.test$/)
  expect(await getConversation(c.id)).toMatchObject({
    first_reply_at: t.clock.now(),
    last_reply_at: t.clock.now(),
    waiting_since: null,
  })
  expect((await t.events(c.id)).filter((type) => type === 'message.changed')).toHaveLength(1)
})

test('an answer joins, even if it arrives before we record the send', async () => {
  const inbox = await out.inbox('fast@acme.test')
  const c = await t.make.conversation({ inbox_id: inbox.id, email: 'grace@customer.test' })
  const m = await out.reply(c)
  out.sink.behave({ kind: 'keep and drop' })
  await deliver(m.id)
  expect((await out.message(m.id)).status).toBe('pending')
  const threadIds = t.db.selectFrom('thread_ids').select('source_id').where('message_id', '=', m.id)
  const { message_id } = await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))
  expect(await threadIds.execute()).toEqual([{ source_id: message_id }])

  const delivery = await mail.receive(
    mail.compose({ to: inbox.address, headers: { 'In-Reply-To': `<${message_id}>` } }),
    inbox.address,
  )
  expect(delivery).toMatchObject({ state: 'threaded', conversation_id: c.id })

  // The customer wrote after the reply was written, so nobody has answered that.
  out.sink.behave({ kind: 'accept' })
  const answeredAt = t.clock.now()
  t.clock.advance(60_000)
  await deliver(m.id)
  const ids = await Promise.all(out.sink.mails.map(async ({ raw }) => (await parseMail(raw)).message_id))
  expect(ids).toEqual([message_id, message_id])
  expect(await getConversation(c.id)).toMatchObject({
    first_reply_at: t.clock.now(),
    waiting_since: answeredAt,
  })

  const next = await out.reply(c)
  await deliver(next.id)
  const parsed = await parseMail(out.sink.mails[2]?.raw ?? Buffer.alloc(0))
  expect(parsed.references).toEqual([message_id, delivery.message_id])
  expect(parsed.in_reply_to).toEqual([delivery.message_id])
  expect(await getConversation(c.id)).toMatchObject({ waiting_since: null })
})

test.each([
  [
    'a 4xx answer',
    { kind: 'refuse', code: 451, text: '4.7.1 Greylisted', at: 'data' },
    /451 4\.7\.1 Greylisted/,
  ],
  ['a server that hangs', { kind: 'hang' }, /127\.0\.0\.1 didn’t answer in time/],
  ['a connection that breaks', { kind: 'drop' }, /127\.0\.0\.1 closed the connection/],
  [
    'all recipients refused for now',
    { kind: 'refuse', code: 450, text: '4.2.2 Full', at: 'rcpt' },
    /grace@customer\.test: 450 4\.2\.2 Full/,
  ],
] as const)('%s: retried later, with the reason, and sent when it works', async (_, response, words) => {
  const c = await createConversation()
  const m = await out.reply(c)
  out.sink.behave(response)
  await deliver(m.id)

  const waiting = await out.message(m.id)
  expect(waiting).toMatchObject({ status: 'pending', claimed_until: null, attempts: 1 })
  expect(waiting.delivery_error).toMatch(words)
  const pause = (waiting.next_attempt_at?.getTime() ?? 0) - t.clock.now().getTime()
  expect(pause).toBeGreaterThanOrEqual(24_000)
  expect(pause).toBeLessThanOrEqual(36_000)
  expect((await jobOf(m.id))?.run_at).toEqual(waiting.next_attempt_at)
  const shown = await (await t.as(await t.make.agent())).get(`/api/v1/conversations/${c.uuid}/messages`)
  expect(shown.body.data.results).toContainEqual(
    expect.objectContaining({
      ...{ uuid: m.uuid, status: 'pending', delivery_error: waiting.delivery_error },
      next_attempt_at: waiting.next_attempt_at?.toISOString(),
    }),
  )

  out.sink.behave({ kind: 'accept' })
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(0)
  t.clock.advance(40_000)
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(1)
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', delivery_error: null, attempts: 2 })
})

test.each([
  [
    'the mail',
    { kind: 'refuse', code: 554, text: '5.7.1 Looks like spam', at: 'data' },
    '554 5.7.1 Looks like spam',
  ],
  [
    'the recipient',
    { kind: 'refuse', code: 550, text: '5.1.1 No such user', at: 'rcpt' },
    'grace@customer.test: 550 5.1.1 No such user',
  ],
] as const)(
  "a 5xx response to %s fails the reply with the server's text, and it can be sent again manually",
  async (_, response, words) => {
    const c = await createConversation()
    const m = await out.reply(c)
    out.sink.behave(response)
    await deliver(m.id)
    const failed = await out.message(m.id)
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null, delivery_error: words })
    expect(await getConversation(c.id)).toMatchObject({
      first_reply_at: null,
      waiting_since: expect.any(Date),
    })

    out.sink.behave({ kind: 'accept' })
    await deliver(m.id)
    expect(out.sink.mails).toHaveLength(0)
    const browser = await t.as(await t.make.agent())
    const { status } = await browser.put(`/api/v1/conversations/${c.uuid}/messages/${m.uuid}/retry`)
    expect(status).toBe(200)
    await deliver(m.id)
    expect((await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))).message_id).toBe(failed.source_id)
    expect(await out.message(m.id)).toMatchObject({ status: 'sent', delivery_error: null })
  },
)

test('if some recipients are rejected, the others get it, and the timeline lists the rejected ones', async () => {
  const c = await createConversation()
  const m = await out.reply(c, { cc: ['gone@customer.test'] })
  out.sink.behave({
    kind: 'refuse',
    code: 550,
    text: '5.1.1 No such user',
    at: 'rcpt',
    only: (to) => to === 'gone@customer.test',
  })
  await deliver(m.id)

  expect(out.sink.mails[0]?.to).toEqual(['grace@customer.test'])
  expect(await out.message(m.id)).toMatchObject({
    status: 'sent',
    delivery_error: 'gone@customer.test: 550 5.1.1 No such user',
  })
  expect(await timeline(c.id)).toEqual([
    { type: 'delivery_failed', data: { address: 'gone@customer.test', reason: '550 5.1.1 No such user' } },
  ])
})

test('a wrong password keeps replies waiting until it is corrected, and is not disclosed', async () => {
  const locked = await startSmtpSink({ auth: { user: 'help', password: 'right' } })
  try {
    const inbox = await out.inbox(undefined, {
      port: locked.port,
      username: 'help',
      password: 'wr0ng-one',
      auth_protocol: 'plain',
    })
    const m = await out.reply(await t.make.conversation({ inbox_id: inbox.id }))
    await deliver(m.id)
    const waiting = await out.message(m.id)
    expect(waiting.status).toBe('pending')
    expect(waiting.delivery_error).toMatch(/didn’t accept the sign-in that is set up for it/)
    expect(waiting.delivery_details).toBe('535 5.7.8 Wrong user or password')
    expect(waiting.delivery_error).not.toContain('wr0ng-one')

    const manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
    const smtp = {
      host: locked.host,
      port: locked.port,
      username: 'help',
      password: 'right',
      auth_protocol: 'login',
      tls_type: 'none',
    }
    const saved = await manager.put(`/api/v1/inboxes/${inbox.id}`, {
      ...inbox,
      sync_since: null,
      config: { imap: [], smtp: [smtp] },
    })
    expect(saved.status).toBe(200)
    expect((await jobOf(m.id))?.run_at).toEqual(t.clock.now())
    await deliver(m.id)
    expect(locked.mails[0]?.user).toBe('help')
  } finally {
    await locked.stop()
  }
})

test("a crashed worker's claim expires, and the reply is sent again with the same Message-ID", async () => {
  const m = await out.reply(await createConversation())
  const claimed = await t.act(t.system, (tx) => claimMessage(tx, t.secrets, m.id))
  t.clock.advance(29_000)
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(0)
  await t.pool.query('delete from graphile_worker._private_jobs')
  await t.act(t.system, (tx) => requeueUnsent(tx, 0))
  expect(await jobOf(m.id)).toBeUndefined()

  t.clock.advance(1000)
  await t.act(t.system, (tx) => requeueUnsent(tx, 60_000))
  expect(await jobOf(m.id)).toMatchObject({ task: 'send_message' })
  await deliver(m.id)
  expect((await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))).message_id).toBe(claimed?.source_id)
})

test('a claim is renewed while its mail is being sent, and a worker that lost it decides nothing', async () => {
  const m = await out.reply(await createConversation())
  const claim = () => t.act(t.system, (tx) => claimMessage(tx, t.secrets, m.id))
  const first = await claim()
  if (!first) throw new Error('The reply was not claimed')
  t.clock.advance(20_000)
  await renewClaim(t.db, first, t.clock.now())
  t.clock.advance(20_000)
  expect(await claim()).toBeNull()

  t.clock.advance(10_000)
  const second = await claim()
  await renewClaim(t.db, first, new Date(t.clock.now().getTime() + 3_600_000))
  await t.act(t.system, (tx) => markFailed(tx, first, 'too late'))
  await t.act(t.system, (tx) => scheduleRetry(tx, first, { retry_at: t.clock.now(), error: 'too late' }))
  expect(await out.message(m.id)).toMatchObject({
    status: 'sending',
    claimed_until: second?.claimed_until,
    delivery_error: null,
  })

  await t.act(t.system, (tx) => markSent(tx, first, { refused: [], by_person: true }))
  await t.act(t.system, async (tx) => second && markFailed(tx, second, 'sent by another already'))
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', delivery_error: null })
})

test('a pending reply whose job is lost is requeued; a held or waiting reply is not', async () => {
  const c = await createConversation()
  const [lost, held, waits] = [await out.reply(c), await out.reply(c), await out.reply(c)]
  await t.pool.query('delete from graphile_worker._private_jobs')
  const later = new Date(t.clock.now().getTime() + 3_600_000)
  await t.db.updateTable('messages').set({ held_until: later }).where('id', '=', held.id).execute()
  await t.db.updateTable('messages').set({ next_attempt_at: later }).where('id', '=', waits.id).execute()
  t.clock.advance(61_000)
  await t.act(t.system, (tx) => requeueUnsent(tx, 60_000))
  expect((await t.jobs()).map(({ key }) => key)).toEqual([`send_message:${lost.id}`])
  for (const one of [held, waits]) await deliver(one.id)
  expect(out.sink.mails).toHaveLength(0)
})

test.each(['nobody', 'a@b.test, c@d.test', 'a@b.test\r\nBcc: x@y.test', 'a\0@b.test', 'a(b)@c.test'])(
  'an invalid address is rejected before anything is written: %j',
  async (address) => {
    const c = await createConversation()
    const browser = await t.as(await t.make.agent())
    const body = { message: '<p>Hi</p>', to: ['grace@customer.test'], cc: [address] }
    expect(await browser.post(`/api/v1/conversations/${c.uuid}/messages`, body)).toMatchObject({
      status: 400,
      body: { error_type: 'InputException' },
    })
    expect(await getConversation(c.id)).toEqual(c)
  },
)

test('two concurrent workers send one mail', async () => {
  const m = await out.reply(await createConversation())
  await Promise.all(Array.from({ length: 4 }, () => deliver(m.id)))
  expect(out.sink.mails).toHaveLength(1)
})

test('a database outage after sending does not send the mail twice', async () => {
  const m = await out.reply(await createConversation())
  let calls = 0
  const act: typeof t.act = (actor, work) =>
    ++calls === 2 ? Promise.reject(new Error('away')) : t.act(actor, work)
  await deliverMessage({ ...out.deps, act }, m.id)
  expect(out.sink.mails).toHaveLength(1)
  expect((await out.message(m.id)).status).toBe('sent')
})

test('a disabled inbox keeps replies until it is enabled', async () => {
  const c = await createConversation()
  const manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  await manager.put(`/api/v1/inboxes/${c.inbox_id}/toggle`)
  const m = await out.reply(c)
  await deliver(m.id)
  expect(await out.message(m.id)).toMatchObject({
    status: 'pending',
    delivery_error: expect.stringContaining('turned off'),
  })

  await manager.put(`/api/v1/inboxes/${c.inbox_id}/toggle`)
  expect((await jobOf(m.id))?.run_at).toEqual(t.clock.now())
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(1)
})

test('an inbox that has no server or is deleted fails replies with a message', async () => {
  const bare = await out.inbox(undefined, null)
  const first = await out.reply(await t.make.conversation({ inbox_id: bare.id }))
  await deliver(first.id)
  expect(await out.message(first.id)).toMatchObject({
    status: 'failed',
    delivery_error: expect.stringContaining('no outgoing mail server'),
  })

  const c = await createConversation()
  const second = await out.reply(c)
  await (await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))).del(
    `/api/v1/inboxes/${c.inbox_id}`,
  )
  await deliver(second.id)
  expect(await out.message(second.id)).toMatchObject({
    status: 'failed',
    delivery_error: expect.stringContaining('deleted'),
  })
  expect(out.sink.mails).toHaveLength(0)
})

test('notes, activity lines, strangers and failed messages are never quoted, and quoting can be disabled', async () => {
  const c = await createConversation()
  await out.reply(c, { private: true, message: 'SECRET NOTE' })
  const addMessage = (text: string, meta: object, status: 'received' | 'failed' = 'received') =>
    t.act(t.system, (tx) =>
      insertMessage(tx, c, {
        type: status === 'failed' ? 'outgoing' : 'incoming',
        status,
        sender_type: 'contact',
        sender_id: c.contact_id,
        content: `<p>${text}</p>`,
        meta: json(meta),
      }),
    )
  await addMessage('STRANGER', { from: ['eve@y.test'], new_participant: true })
  await addMessage('UNSENT', {}, 'failed')
  t.clock.advance(1000)
  const m = await out.reply(c)
  await deliver(m.id)
  const { text } = await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))
  expect(text).toContain('can you help me')
  expect(out.sink.mails[0]?.raw.toString()).not.toMatch(/SECRET|STRANGER|UNSENT/)

  t.clock.advance(1000)
  const toStranger = await out.reply(c, { to: ['eve@y.test'] })
  await deliver(toStranger.id)
  expect(out.sink.mails[1]?.raw.toString()).toContain('STRANGER')

  await t.db.updateTable('inboxes').set({ quote_history: false }).where('id', '=', c.inbox_id).execute()
  t.clock.advance(1000)
  const bare = await out.reply(c)
  await deliver(bare.id)
  expect((await parseMail(out.sink.mails[2]?.raw ?? Buffer.alloc(0))).text.trim()).toBe('Try again')
})

test('pictures in the text and attachments come along', async () => {
  const c = await createConversation()
  const sam = await t.make.agent({ first_name: 'Sam' })
  const upload = async (filename: string, content_type: string, bytes: string) =>
    t.db
      .insertInto('media')
      .values({
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        filename,
        content_type,
        size: bytes.length,
        content_hash: await t.files.media.put(Buffer.from(bytes)),
        model_type: 'messages',
        uploaded_by_id: sam.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const picture = await upload('shot.png', 'image/png', 'PNG')
  const file = await upload('Übersicht.pdf', 'application/pdf', 'PDF')
  const { body } = await (await t.as(sam)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: `<p>See <img src="/uploads/${picture.uuid}"></p>`,
    attachments: [file.id],
    to: ['grace@customer.test'],
  })
  await deliver(body.data.id)
  const parsed = await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))
  expect(
    parsed.attachments.map((one) => [one.filename, one.related, Buffer.from(one.content).toString()]),
  ).toEqual([
    ['shot.png', true, 'PNG'],
    ['Übersicht.pdf', false, 'PDF'],
  ])
  expect(parsed.html).toContain(`src="cid:${parsed.attachments[0]?.content_id}"`)

  t.clock.advance(1000)
  const next = await out.reply(c)
  await deliver(next.id)
  const quoted = await parseMail(out.sink.mails[1]?.raw ?? Buffer.alloc(0))
  expect(quoted.attachments.map(({ filename }) => filename)).toEqual(['shot.png'])
})

test('Reply-To is a signed plus-address only where the mailbox was shown to take it, and leads back', async () => {
  const inbox = await out.inbox('plus@acme.test')
  const c = await t.make.conversation({ inbox_id: inbox.id, email: 'grace@customer.test' })
  await t.db
    .updateTable('inboxes')
    .set({ plus_addressing_proved_at: t.clock.now() })
    .where('id', '=', inbox.id)
    .execute()
  const m = await out.reply(c)
  await deliver(m.id)
  const [replyTo] = (await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))).reply_to
  expect(replyTo?.address).toMatch(/^plus\+[a-z2-7]{24}@acme\.test$/)
  const delivery = await mail.receive(mail.compose({ to: replyTo?.address ?? '' }), replyTo?.address ?? '')
  expect(delivery.conversation_id).toBe(c.id)
})

test('a message sent by a rule is marked as automatic and does not count as a reply', async () => {
  const c = await createConversation()
  const m = await t.act(t.system, (tx) =>
    queueReply(tx, c, {
      message: '<p>We got it</p>',
      attachments: [],
      to: ['grace@customer.test'],
      cc: [],
      bcc: [],
    }),
  )
  await deliver(m.id)
  expect(out.sink.mails[0]?.raw.toString()).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(await getConversation(c.id)).toMatchObject({ first_reply_at: null, waiting_since: c.waiting_since })

  await deliver((await out.reply(c)).id)
  const { text } = await parseMail(out.sink.mails[1]?.raw ?? Buffer.alloc(0))
  expect(text, 'whom the customer knows is quoted').toMatch(/, Support wrote:\n\n> We got it/)
  expect(text).not.toContain('System')
})

test('retries span about two days, and after the last the reply fails with the last response', async () => {
  const pauses = Array.from({ length: 30 }, (_, n) => retryDelayMs(n + 1))
  const hours = pauses.reduce((sum: number, pause) => sum + (pause ?? 0), 0) / 3_600_000
  expect(hours).toBeGreaterThan(34)
  expect(hours).toBeLessThan(58)
  const m = await out.reply(await createConversation())
  await t.db
    .updateTable('messages')
    .set({ attempts: pauses.indexOf(null) })
    .where('id', '=', m.id)
    .execute()
  out.sink.behave({ kind: 'refuse', code: 451, text: '4.3.0 Later', at: 'data' })
  await deliver(m.id)
  expect(await out.message(m.id)).toMatchObject({
    status: 'failed',
    delivery_error: expect.stringContaining('451 4.3.0 Later'),
  })
})

test.each([
  [
    'STARTTLS that is demanded and not offered',
    { tls_type: 'starttls' as const },
    /doesn’t offer STARTTLS/,
    /^ETLS: 50\d/,
  ],
  [
    'TLS on a port without',
    { tls_type: 'tls' as const },
    /doesn’t use TLS on this port/,
    /wrong version number/i,
  ],
  ['a port that nothing listens on', { port: 1 }, /doesn’t accept connections on this port/, /ECONNREFUSED/],
])('%s is a fixable setting and does not fail the reply', async (_, server, sentence, raw) => {
  const inbox = await out.inbox(undefined, server)
  const c = await t.make.conversation({ inbox_id: inbox.id })
  const m = await out.reply(c)
  await deliver(m.id)
  const waiting = await out.message(m.id)
  expect(waiting.status).toBe('pending')
  expect(waiting.delivery_error).toMatch(sentence)
  expect(waiting.delivery_error).not.toMatch(/SSL|E[A-Z]{4,}|command not recognized/)

  const path = `/api/v1/conversations/${c.uuid}/messages/${m.uuid}/delivery`
  const manager = await t.as(await t.make.agent({ permissions: [...agentRolePermissions, 'inboxes:manage'] }))
  expect((await manager.get(path)).body.data).toEqual({
    attempts: 1,
    next_attempt_at: waiting.next_attempt_at?.toISOString(),
    details: expect.stringMatching(raw),
  })
  const agent = await t.as(await t.make.agent())
  expect((await agent.get(path)).status).toBe(403)
})

test('a server that refuses our EHLO is retried, because it did not judge the mail', async () => {
  const refusing = createServer((socket) => socket.end('554 5.7.1 Your address is blocked\r\n'))
  await once(refusing.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void refusing.close())
  const { port } = refusing.address() as AddressInfo // a TCP listener
  const inbox = await out.inbox(undefined, { port })
  const m = await out.reply(await t.make.conversation({ inbox_id: inbox.id }))
  await deliver(m.id)
  expect(await out.message(m.id)).toMatchObject({
    status: 'pending',
    delivery_error: expect.stringContaining('554 5.7.1 Your address is blocked'),
  })
})

test('a send is recorded when the database returns, however long that takes, and not repeated', async () => {
  const m = await out.reply(await createConversation())
  let failures = 0
  const act: typeof t.act = (actor, work) => {
    // The claim is the first transaction, recording success the second.
    if (out.sink.mails.length > 0 && failures < 4) {
      failures++
      return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    }
    return t.act(actor, work)
  }
  await deliverMessage({ ...out.deps, act }, m.id)
  expect(failures).toBe(4)
  expect(out.sink.mails).toHaveLength(1)
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', attempts: 1 })
})
