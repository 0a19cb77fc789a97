import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { InboxConfig, secretMask } from '@parley/contract/inboxes/inboxes'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Dovecot, startDovecot } from '../../testing/email/dovecot.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/email/smtp-sink.ts'
import { startImapProxy } from '../../testing/imap-chaos/imap-proxy.ts'
import { stubDnsLookup } from '../../testing/stub-dns-lookup.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { testConnection } from './test-connection.ts'

stubDnsLookup({ 'nowhere.invalid': [] })

let t: TestApp
let dovecot: Dovecot
let smtp: SmtpSink
beforeAll(async () => {
  t = await startTestApp()
  dovecot = await startDovecot({ tls: true })
  smtp = await startSmtpSink({ auth: { user: 'help', password: 'secret' } })
})
afterAll(async () => {
  await smtp.stop()
  await dovecot.remove()
  await t.stop()
})

/** A full administrator; literal server responses are shown only to this role. */
const admin = async () => {
  const agent = await t.make.agent()
  const role = await t.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Admin')
    .executeTakeFirstOrThrow()
  await t.db.insertInto('agent_roles').values({ agent_id: agent.id, role_id: role.id }).execute()
  return t.as(agent)
}
const manager = async () => t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
const imap = (more: object = {}) => ({
  host: '127.0.0.1',
  port: dovecot.port,
  username: 'help',
  password: 'secret',
  tls_type: 'none',
  ...more,
})
const outgoing = (more: object = {}) => ({
  host: '127.0.0.1',
  port: smtp.port,
  username: 'help',
  password: 'secret',
  tls_type: 'none',
  ...more,
})
const check = async (config: object, id?: number) =>
  (await (await manager()).post('/api/v1/inboxes/test', { config, ...(id && { id }) })).body

/** Records what a client sends, like someone who wants to capture a password. */
async function eavesdropper() {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('data', (data) => heard.push(data.toString()))
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, heard, sockets }
}

test('both servers are contacted and report success', async () => {
  await dovecot.append('help', 'Subject: Hi\r\n\r\nHi\r\n')
  const { data } = await check({
    imap: [imap()],
    smtp: [outgoing(), outgoing({ auth_protocol: 'plain' }), outgoing({ username: '' })],
  })
  expect(data).toMatchObject([
    { server: 'imap', host: '127.0.0.1', ok: true, answer: 'Signed in as help. INBOX contains 1 email' },
    { server: 'smtp', ok: true, answer: 'Signed in as help' },
    { server: 'smtp', ok: true, answer: 'Signed in as help' },
    { server: 'smtp', ok: true, answer: 'Connected. No sign-in is set up' },
  ])
})

test.each([
  [
    'a wrong password',
    () => ({ imap: [imap({ password: 'no' })] }),
    /didn’t accept the username or password/,
  ],
  [
    'a wrong password for sending',
    () => ({ smtp: [outgoing({ password: 'no' })] }),
    /didn’t accept the username or password/,
  ],
  ['an unknown mailbox', () => ({ imap: [imap({ mailbox: 'Nowhere' })] }), /no mailbox named “Nowhere”/],
  [
    'an unknown host',
    () => ({ smtp: [outgoing({ host: 'nowhere.invalid' })] }),
    /No server with the name nowhere\.invalid/,
  ],
  [
    'an unknown host for fetching',
    () => ({ imap: [imap({ host: 'nowhere.invalid' })] }),
    /No server with the name nowhere\.invalid/,
  ],
  ['a closed port', () => ({ smtp: [outgoing({ port: 1 })] }), /doesn’t accept connections on this port/],
  [
    'a closed port for fetching',
    () => ({ imap: [imap({ port: 1 })] }),
    /doesn’t accept connections on this port/,
  ],
  [
    'a self-signed certificate',
    () => ({ imap: [imap({ port: dovecot.tls_port, tls_type: 'tls' })] }),
    /self-signed/,
  ],
  [
    'TLS where none is spoken',
    () => ({ smtp: [outgoing({ tls_type: 'tls' })] }),
    /doesn’t use TLS on this port/,
  ],
  [
    'TLS where none is spoken, for fetching',
    () => ({ imap: [imap({ tls_type: 'tls' })] }),
    /doesn’t use TLS on this port/,
  ],
  [
    'STARTTLS that is not offered',
    () => ({ smtp: [outgoing({ tls_type: 'starttls' })] }),
    /doesn’t offer STARTTLS/,
  ],
])('%s is reported as a readable message', async (_, config, words) => {
  const { data } = await check({ imap: [], smtp: [], ...config() })
  expect(data).toMatchObject([{ ok: false, answer: expect.stringMatching(words) }])
})

test('literal server and system errors are shown to the Admin role only', async () => {
  const config = { imap: [], smtp: [outgoing({ port: 1 }), outgoing({ password: 'no' })] }
  const ask = async (who: Awaited<ReturnType<typeof manager>>) =>
    (await who.post('/api/v1/inboxes/test', { config })).body.data
  expect(await ask(await admin())).toMatchObject([
    { details: expect.stringContaining('ECONNREFUSED') },
    { details: expect.stringContaining('535 5.7.8') },
  ])
  const limited = await ask(await manager())
  expect(limited).toMatchObject([{ details: null }, { details: null }])
  expect(JSON.stringify(limited)).not.toMatch(/ECONN|535/)
})

test('a missing mailbox is distinguished from a connection that ends', async () => {
  const { data: missing } = await check({ imap: [imap({ mailbox: 'Nowhere' })], smtp: [] })
  expect(missing[0]).toMatchObject({
    ok: false,
    answer: expect.stringContaining('no mailbox named “Nowhere”'),
  })

  const proxy = await startImapProxy(dovecot)
  onTestFinished(() => proxy.stop())
  proxy.injectFaults([{ command: 'STATUS', nth: 1, after_bytes: null, action: 'end', ms: 0 }])
  const { data: lost } = await check({ imap: [imap({ port: proxy.port })], smtp: [] })
  expect(lost[0]).toMatchObject({ ok: false, answer: expect.stringContaining('closed the connection') })
})

test('certificate checks can be skipped if the administrator chooses so', async () => {
  const { data } = await check({
    imap: [imap({ port: dovecot.tls_port, tls_type: 'tls', tls_skip_verify: true })],
  })
  expect(data).toMatchObject([{ ok: true }])
})

test('a masked password uses the stored one, only for the same host', async () => {
  const browser = await manager()
  const { id } = (
    await browser.post('/api/v1/inboxes', {
      name: 'Masked',
      from: 'masked@acme.test',
      config: { imap: [imap()], smtp: [outgoing()] },
    })
  ).body.data
  const spy = await eavesdropper()

  for (const password of ['', secretMask]) {
    const config = { imap: [imap({ password })], smtp: [outgoing({ password })] }
    expect((await check(config, id)).data).toMatchObject([{ ok: true }, { ok: true }])
    const moved = { imap: [], smtp: [outgoing({ password, host: 'localhost', port: spy.port })] }
    expect(await check(moved, id)).toMatchObject({
      error_type: 'InputException',
      errors: [{ path: 'config.smtp.0.password' }],
    })
  }
  expect(spy.sockets.size).toBe(0)
})

test('a silent server times out', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const config = InboxConfig.parse({ imap: [imap({ port })], smtp: [outgoing({ port })] })
  const answers = await testConnection({ ...t, system: t.system }, { config }, 300)
  expect(answers.map(({ ok }) => ok)).toEqual([false, false])
})

test('only agents who manage inboxes can make the server connect to other hosts', async () => {
  const browser = await t.as(await t.make.agent())
  expect(await browser.post('/api/v1/inboxes/test', { config: { imap: [imap()] } })).toMatchObject({
    status: 403,
  })
})
