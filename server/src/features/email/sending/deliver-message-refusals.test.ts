import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { parseMail } from '@parley/mail/parse/parse-mail'
import { expect, onTestFinished, test } from 'vitest'
import { agentRolePermissions } from '../../../first-start.ts'
import { retryDelayMs } from '../../../mail-servers/retry-delay.ts'
import { createSmtpPools, sendingTimeouts } from '../../../mail-servers/send-smtp.ts'
import { startSmtpSink } from '../../../testing/email/smtp-sink.ts'
import {
  createConversation,
  deliver,
  getConversation,
  jobOf,
  out,
  setUpSending,
  t,
} from './deliver-message-suite.ts'

setUpSending()

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

/** Gives up on a silent server soon. */
function impatientPools() {
  const pools = createSmtpPools({ ...sendingTimeouts, silence: 400, ehlo: t.ehlo })
  onTestFinished(() => pools.close())
  return pools
}

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
  await deliver(m.id, response.kind === 'hang' ? { pools: impatientPools() } : {})

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
