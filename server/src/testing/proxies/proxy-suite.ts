import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { connect } from 'node:tls'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePorts } from '../processes/free-ports.ts'
import { type RunningProgram, startProgram } from '../processes/server-process.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { connectSocket, eventually } from '../web-sockets.ts'
import { connectHttp2, type Http2Client, type Http2Reply } from './http2-client.ts'
import type { NodePorts, RunningProxy } from './start-proxy.ts'

/** Clients connect from addresses of their own: the proxy itself is 127.0.0.1. */
const browserAddress = '127.0.0.77'
const senderAddress = '127.0.0.78'

export type ProxySuite = {
  t: TestApp
  proxy: RunningProxy
  /** Resolves with the exit code. */
  stopNode(name: NodeName, signal: NodeJS.Signals): Promise<number | null>
  /** Resolves when the proxy uses it. */
  startNode(name: NodeName): Promise<void>
  browser: Http2Client
}
type NodeName = 'web1' | 'web2' | 'mail1' | 'mail2'

/** Two web and two mail nodes on one database behind a real proxy with the configuration that we ship, and what must work there. */
export function describeProxy(start: (nodes: NodePorts) => Promise<RunningProxy>): ProxySuite {
  const suite = {} as ProxySuite // filled before the first test
  const nodes = new Map<NodeName, RunningProgram>()
  const ports = new Map<NodeName, number>()
  const stops: (() => void)[] = []

  suite.startNode = async (name) => {
    const port = String(ports.get(name))
    const env: Record<string, string> = {
      LOG_LEVEL: 'info',
      DATABASE_URL: suite.t.connectionString,
      PARLEY_DATA_DIR: suite.t.data_dir,
      PARLEY_ROOT_URL: 'https://localhost',
      PARLEY_TRUSTED_PROXIES: '127.0.0.1',
      PARLEY_TRUSTED_RELAYS: '127.0.0.1',
      SMTP_RECEIVER_PROXY_PROTOCOL: 'true',
      ...(name.startsWith('web')
        ? { ROLES: 'web', PORT: port }
        : { ROLES: 'mail', SMTP_RECEIVER_PORT: port }),
    }
    const node = startProgram('main.ts', env, [], [], (stop) => stops.push(stop))
    nodes.set(name, node)
    await node.waitForOutput(/Parley is ready/)
    // A proxy takes a moment to notice that a node is back. Nodes log each request.
    if (suite.browser && name.startsWith('web'))
      await eventually(async () => {
        await suite.browser.get('/api/v1/agents/me')
        return node.output().includes('/api/v1/agents/me')
      })
  }
  suite.stopNode = async (name, signal) => {
    nodes.get(name)?.child.kill(signal)
    return (await nodes.get(name)?.exited) ?? null
  }

  beforeAll(async () => {
    suite.t = await startTestApp()
    await suite.t.make.inbox('help@acme.test')
    for (const name of ['web1', 'web2', 'mail1', 'mail2'] as const) {
      const { PORT } = await freePorts()
      ports.set(name, Number(PORT))
      await suite.startNode(name)
    }
    const port = (name: NodeName) => ports.get(name) ?? 0
    suite.proxy = await start({ web: [port('web1'), port('web2')], mail: [port('mail1'), port('mail2')] })
    suite.browser = await connectHttp2(suite.proxy, browserAddress)
    await eventually(async () => (await suite.browser.get('/health/ready')).status === 200)
  }, 90_000)
  afterAll(async () => {
    suite.browser?.close()
    await suite.proxy?.stop()
    for (const stop of stops) stop()
    await Promise.all([...nodes.values()].map(({ exited }) => exited))
    await suite.t?.stop()
  }, 30_000)

  requestTests(suite)
  nodeTests(suite)
  return suite
}

const forgedHeaders = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.test',
  'x-forwarded-proto': 'http',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9;proto=http',
}

function requestTests(suite: ProxySuite) {
  test('someone signs in over TLS and HTTP/2, and the activity log shows their address, not a forged one', async () => {
    const { browser, t } = suite
    expect(browser.alpn).toBe('h2')
    const credentials = { email: 'ada@parley.test', password: 'Correct-horse-1' }
    const reply = await browser.post('/api/v1/auth/login', credentials, forgedHeaders)
    expect(reply).toMatchObject({ status: 200 })
    expect(reply.headers['set-cookie']?.every((line) => /; Secure/i.test(line))).toBe(true)
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000')
    const logs = JSON.parse((await browser.get('/api/v1/activity-logs')).body).data.results
    expect(logs[0].ip).toBe(browserAddress)
    const { ip } = await t.db.selectFrom('sessions').select('ip').executeTakeFirstOrThrow()
    expect(ip).toBe(browserAddress)
  })

  test('plain HTTP is redirected', async () => {
    const reply = await fetch(`http://127.0.0.1:${suite.proxy.http_port}/inboxes/1?a=b`, {
      redirect: 'manual',
    })
    expect(reply.status).toBe(308)
    expect(reply.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1.*\/inboxes\/1\?a=b$/)
  })

  test('old TLS versions are refused', async () => {
    const socket = connect({
      ...{ host: '127.0.0.1', port: suite.proxy.https_port, ca: suite.proxy.ca, servername: 'localhost' },
      ...{ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
    })
    await expect(once(socket, 'secureConnect')).rejects.toThrow(/alert|version|reset|disconnected/i)
  })

  test('Parley’s own limit answers a body that is too large', async () => {
    const reply = await suite.browser.post('/api/v1/tags', { name: 'x'.repeat(5 * 1024 * 1024) })
    expect(reply.status).toBe(413)
    expect(JSON.parse(reply.body)).toMatchObject({ status: 'error' })
  })

  test('responses are compressed once, and files are cached as Parley says', async () => {
    const page = await suite.browser.get('/', { cookie: '', accept: 'text/html' })
    const scripts = page.body.match(/\/assets\/[\w.-]+\.js/g) ?? []
    const files = await Promise.all(
      scripts.map((path) => suite.browser.get(path, { 'accept-encoding': 'gzip, br' })),
    )
    // The build leaves small files uncompressed.
    const [file, script = ''] = files.flatMap((one, n) =>
      one.headers['content-encoding'] ? [one, scripts[n]] : [],
    ) as [Http2Reply, string]
    expect(file).toMatchObject({
      status: 200,
      headers: { 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' },
    })
    expect(Number(file.headers['content-length'])).toBeGreaterThan(0)
    const plain = await suite.browser.get(script)
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test('a live update arrives over a WebSocket, which other sites can’t open', async () => {
    const socket = await openBrowserSocket(suite)
    await createTag(suite)
    await socket.until((frames) => frames.some(({ type }) => type === 'lookup.changed'))
    socket.close()
    const evil = { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }
    await expect(openBrowserSocket(suite, evil)).rejects.toThrow('HTTP 403')
  })
}

function nodeTests(suite: ProxySuite) {
  test('an email’s peer is the server that sent it, whichever node takes it', async () => {
    await deliver(suite)
    await deliver(suite)
    expect(await envelopePeers(suite)).toEqual([senderAddress, senderAddress])
  })

  test('requests go on while a web node is killed, and its sockets reconnect to the other', async () => {
    const sockets = await Promise.all([1, 2, 3, 4].map(() => openBrowserSocket(suite)))
    const during = requestsUntil(suite, () => suite.stopNode('web1', 'SIGKILL'))
    expect(await during).toEqual([200])
    await eventually(() => sockets.some((socket) => !socket.isOpen()))
    const [lost] = sockets.filter((socket) => !socket.isOpen())
    await createTag(suite)
    const cursor = lost?.frames.at(-1)?.event_id
    const again = await openBrowserSocket(suite, {}, `&cursor=${cursor}`)
    await again.until((frames) => frames.some(({ type }) => type === 'lookup.changed'))
    await suite.startNode('web1')
    for (const socket of [...sockets, again]) socket.close()
  }, 60_000)

  test('a web node that is stopped under load answers what it has begun, and ends in time', async () => {
    const exit_codes: (number | null)[] = []
    const stop = async () => {
      exit_codes.push(await suite.stopNode('web2', 'SIGTERM'))
    }
    const lanes = [1, 2, 3, 4, 5, 6].map((n) => requestsUntil(suite, n === 1 ? stop : () => wait(2_000)))
    expect((await Promise.all(lanes)).flat()).toEqual(Array(6).fill(200))
    expect(exit_codes).toEqual([0])
    await suite.startNode('web2')
  }, 60_000)

  test('mail goes on while a mail node is killed', async () => {
    await suite.stopNode('mail1', 'SIGKILL')
    for (let n = 0; n < 4; n++) await deliver(suite)
    expect(await envelopePeers(suite)).toEqual(Array(6).fill(senderAddress))
    await suite.startNode('mail1')
  }, 60_000)
}

async function openBrowserSocket(
  { browser, proxy }: ProxySuite,
  headers: Record<string, string> = {},
  query = '',
) {
  const url = `wss://localhost:${proxy.https_port}`
  const socket = await connectSocket(`${url}/ws?v=2${query}`, {
    ca: proxy.ca,
    localAddress: browserAddress,
    family: 4,
    headers: { cookie: browser.cookie(), origin: url.replace('wss', 'https'), ...headers },
  })
  await socket.until((frames) => frames[0]?.type === 'hello')
  return socket
}

let tags = 0
const createTag = async ({ browser }: ProxySuite) =>
  expect(await browser.post('/api/v1/tags', { name: `tag ${++tags}` })).toMatchObject({ status: 200 })

/** Reads again and again until the work is done and a little longer; returns the different statuses. */
export async function requestsUntil(
  { browser }: ProxySuite,
  work: () => Promise<unknown>,
  request = () => browser.get('/api/v1/agents/me'),
): Promise<number[]> {
  const statuses = new Set<number>()
  let isDone = false
  const finished = work().finally(() => {
    isDone = true
  })
  finished.catch(() => {}) // thrown below
  for (let after = 0; after < 30; after += isDone ? 1 : 0) {
    statuses.add((await request()).status)
    // nginx ends a connection after a thousand requests.
    await wait(20)
  }
  await finished
  return [...statuses]
}

async function deliver({ proxy }: ProxySuite): Promise<void> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: proxy.smtp_port,
    localAddress: senderAddress,
    ignoreTLS: true,
  })
  await transport.sendMail({
    from: 'grace@customer.test',
    to: 'help@acme.test',
    subject: 'Hello',
    text: 'Hi',
  })
}

async function envelopePeers({ t }: ProxySuite): Promise<unknown[]> {
  const rows = await t.db.selectFrom('mail_deliveries').select('envelope').orderBy('id').execute()
  return rows.map(({ envelope }) => (envelope as { peer: string }).peer)
}
