import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { resolveClients, trustedProxies } from './client-address.ts'

const proxies = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8']

async function clientOf(
  headers: Record<string, string | string[]>,
  remoteAddress = '127.0.0.1',
  isTrusted = trustedProxies(proxies),
) {
  const warnings: { peer: string }[] = []
  const stream = new Writable({
    write: (line, _, done) => {
      warnings.push(JSON.parse(String(line)))
      done()
    },
  })
  const app = Fastify()
  resolveClients(app, isTrusted, pino({ level: 'warn' }, stream))
  app.get('/', async ({ ip, protocol }) => ({ ip, protocol }))
  const call = async () => (await app.inject({ url: '/', headers, remoteAddress })).json()
  const client = await call()
  expect(await call()).toEqual(client)
  return { ...client, warned: warnings.map(({ peer }) => peer) }
}

describe('the client is the last hop that isn’t a trusted proxy', () => {
  const forwarded = (text: string) => ({ 'x-forwarded-for': text })
  test.each<[string, string, string]>([
    ['one proxy', '203.0.113.9', '203.0.113.9'],
    ['a forged entry before it', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['forged entries that look like proxies', '10.0.0.1, 127.0.0.1, 203.0.113.9', '203.0.113.9'],
    ['two proxies', '203.0.113.9,10.2.3.4', '203.0.113.9'],
    ['two proxies and a forged entry', '198.51.100.1,203.0.113.9,  10.2.3.4 ', '203.0.113.9'],
    ['only proxies', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['an IPv6 client', '2001:DB8::0:1', '2001:db8::1'],
    ['an IPv6 proxy', '203.0.113.9, fd00::1', '203.0.113.9'],
    ['an IPv4-mapped client', '::ffff:203.0.113.9', '203.0.113.9'],
    ['an IPv4-mapped proxy', '203.0.113.9, ::ffff:10.0.0.4', '203.0.113.9'],
    ['a port', '203.0.113.9:4711', '203.0.113.9'],
    ['a port after IPv6', '[2001:db8::1]:4711', '2001:db8::1'],
    ['brackets', '[2001:db8::1]', '2001:db8::1'],
    ['a forged entry that is no address', '<script>, 203.0.113.9', '203.0.113.9'],
    ['no address', 'unknown', '127.0.0.1'],
    ['no address before a proxy', '203.0.113.9, unknown, 10.0.0.4', '10.0.0.4'],
    ['nothing', '', '127.0.0.1'],
    ['commas', ',,,', '127.0.0.1'],
    ['shorthand', '1', '127.0.0.1'],
    ['a very long entry', `${'9'.repeat(10_000)}`, '127.0.0.1'],
    ['a very long header', `${'198.51.100.1, '.repeat(900)}203.0.113.9`, '203.0.113.9'],
    ['endless proxies', `203.0.113.9${', 10.0.0.1'.repeat(900)}`, '10.0.0.1'],
  ])('%s', async (_, header, ip) => {
    expect(await clientOf(forwarded(header))).toEqual({ ip, protocol: 'http', warned: [] })
  })

  test('headers of anyone else are ignored, and one warning names the peer', async () => {
    const forged = { 'x-forwarded-for': '10.0.0.1', 'x-forwarded-proto': 'https' }
    expect(await clientOf(forged, '203.0.113.9')).toEqual({
      ip: '203.0.113.9',
      protocol: 'http',
      warned: ['203.0.113.9'],
    })
  })

  test('a connection that is closed already names no proxy', async () => {
    const { warned } = await clientOf(forwarded('203.0.113.9'), 'closed')
    expect(warned).toEqual([])
  })

  test('without the headers, the client is the peer', async () => {
    expect(await clientOf({}, '::ffff:203.0.113.9')).toEqual({
      ip: '203.0.113.9',
      protocol: 'http',
      warned: [],
    })
  })

  test('a dual-stack socket’s IPv4 proxy is trusted', async () => {
    expect(await clientOf(forwarded('203.0.113.9'), '::ffff:10.1.1.1')).toMatchObject({ ip: '203.0.113.9' })
  })

  test('by default, only this machine is trusted', async () => {
    expect(await clientOf(forwarded('203.0.113.9'), '127.1.2.3', trustedProxies())).toMatchObject({
      ip: '203.0.113.9',
    })
    expect(await clientOf(forwarded('203.0.113.9'), '10.0.0.1', trustedProxies())).toMatchObject({
      ip: '10.0.0.1',
      warned: ['10.0.0.1'],
    })
  })
})

describe('the protocol is the client’s', () => {
  test.each<[string, string, string, string]>([
    ['one proxy', 'https', '203.0.113.9', 'https'],
    ['upper case', 'HTTPS', '203.0.113.9', 'https'],
    ['a socket’s', 'wss', '203.0.113.9', 'https'],
    ['plain', 'http', '203.0.113.9', 'http'],
    ['a forged entry before it', 'https, http', '203.0.113.9', 'http'],
    ['each of two proxies adds one', 'https, http', '203.0.113.9, 10.0.0.2', 'https'],
    ['two proxies, the inner one passes it on', 'https', '203.0.113.9, 10.0.0.2', 'https'],
    ['nonsense', 'gopher', '203.0.113.9', 'http'],
    ['no client address', 'https', '', 'https'],
  ])('%s', async (_, protocol, client, expected) => {
    const headers = { 'x-forwarded-proto': protocol, 'x-forwarded-for': client }
    expect(await clientOf(headers)).toMatchObject({ protocol: expected })
  })
})

describe('in the server', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await startTestApp({ trusted_proxies: ['10.0.0.0/8'] })
  })
  afterAll(() => t.stop())
  const signIn = (remoteAddress: string, headers: Record<string, string>) =>
    t.app.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: 'ada@parley.test', password: 'Correct-horse-1' },
      remoteAddress,
      headers,
    })
  const sessionAddresses = async () =>
    (await t.db.selectFrom('sessions').select('ip').distinct().orderBy('ip').execute()).map(({ ip }) => ip)
  const lastSignIn = () =>
    t.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'agent.signed_in')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()

  test('sessions, the activity log and cookies see the client behind a trusted proxy', async () => {
    const reply = await signIn('10.0.0.5', {
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
      'x-forwarded-proto': 'https',
    })
    expect(reply.cookies.map(({ secure }) => secure)).toEqual([true, true])
    expect(await sessionAddresses()).toEqual(['203.0.113.9'])
    expect((await lastSignIn()).data).toMatchObject({ ip: '203.0.113.9' })
  })

  test('and the peer if it isn’t one, this machine included', async () => {
    await t.db.deleteFrom('sessions').execute()
    for (const peer of ['127.0.0.1', '192.0.2.7']) {
      const reply = await signIn(peer, { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })
      expect(reply.cookies.map(({ secure }) => secure)).toEqual([undefined, undefined])
    }
    expect(await sessionAddresses()).toEqual(['127.0.0.1', '192.0.2.7'])
  })

  test('only a trusted proxy names the host that a form’s origin is compared with', async () => {
    const signOut = (remoteAddress: string) =>
      t.app.inject({
        method: 'POST',
        url: '/logout',
        remoteAddress,
        headers: { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' },
      })
    expect((await signOut('10.0.0.5')).statusCode).toBe(302)
    expect((await signOut('127.0.0.1')).statusCode).toBe(403)
  })

  test('clients behind a proxy have rate limits of their own', async () => {
    const attempt = (client: string) =>
      t.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email: 'nobody@parley.test', password: 'Wrong-horse-1' },
        remoteAddress: '10.0.0.5',
        headers: { 'x-forwarded-for': client },
      })
    for (let n = 0; n < 10; n++) await attempt(`10.1.1.1, 203.0.113.50`)
    expect((await attempt('203.0.113.50')).statusCode).toBe(429)
    expect((await attempt('198.51.100.9, 203.0.113.50:99')).statusCode, 'forged').toBe(429)
    expect((await attempt('203.0.113.51')).statusCode).toBe(400)
  })
})
