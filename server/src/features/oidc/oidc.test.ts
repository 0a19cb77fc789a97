import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowPublicAnd } from '../../http/outbound/allowed-addresses.ts'
import {
  type FakeOidcProvider,
  startFakeOidcProvider,
  testOidcClient,
} from '../../testing/fake-services/fake-oidc-provider.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let idp: FakeOidcProvider
let faultyProvider: Server
let admin: Awaited<ReturnType<TestApp['as']>>
let id: number

const requestedUrls: string[] = []
const mask = '••••••••••'
/** Responses of servers that are not providers, or broken ones. */
const faultyResponses: Record<string, (origin: string) => string> = {
  '/page': () => '<h1>Welcome</h1>',
  '/other': () => JSON.stringify({ issuer: 'https://elsewhere.example.com' }),
  '/plain': (origin) =>
    JSON.stringify({
      issuer: `${origin}/plain`,
      authorization_endpoint: `${origin}/authorize`,
      // Also resolves to this server, under a name other than loopback's.
      token_endpoint: `${origin.replace('127.0.0.1', '[::ffff:127.0.0.1]')}/token`,
    }),
  '/endless': () => ' '.repeat(1_200_000),
}

beforeAll(async () => {
  // "localhost" is both.
  t = await startTestApp({ oidc_reach: { isAllowed: allowPublicAnd(['127.0.0.1', '::1']) } })
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  idp = await startFakeOidcProvider({
    redirect_uris: [1, 2, 3].map((n) => `http://desk.parley.test/api/v1/oidc/${n}/finish`),
  })
  faultyProvider = createServer((request, reply) => {
    requestedUrls.push(request.url ?? '')
    const path = (request.url ?? '').replace('/.well-known/openid-configuration', '')
    const origin = `http://${request.headers.host}`
    const body = faultyResponses[path]?.(origin)
    reply.statusCode = body === undefined ? 503 : 200
    reply.setHeader('content-type', path === '/page' ? 'text/html' : 'application/json')
    reply.end(body)
  })
  await new Promise<void>((done) => faultyProvider.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  faultyProvider.close()
  await idp.stop()
  await t.stop()
})

const faultyUrl = (path: string) =>
  `http://127.0.0.1:${(faultyProvider.address() as AddressInfo).port}${path}`
const write = () => ({ name: 'Company', provider: 'Custom', provider_url: idp.issuer, ...testOidcClient })

test('adding a provider requires a readable discovery document; its secret is encrypted and never shown', async () => {
  const created = await admin.post('/api/v1/oidc', {
    ...write(),
    provider_url: `${idp.issuer}/.well-known/openid-configuration`,
  })
  expect(created).toMatchObject({ status: 200 })
  id = created.body.data.id
  expect(created.body.data).toMatchObject({
    name: 'Company',
    enabled: true,
    provider_url: idp.issuer,
    client_secret: mask,
    redirect_uri: `http://desk.parley.test/api/v1/oidc/${id}/finish`,
    logo_url: '',
  })
  const storedData = JSON.stringify([
    await t.db.selectFrom('oidc_providers').selectAll().execute(),
    await t.db.selectFrom('events').select(['type', 'changes', 'data']).execute(),
    (await admin.get('/api/v1/oidc')).body,
    (await admin.get(`/api/v1/oidc/${id}`)).body,
    (await t.send({ url: '/api/v1/oidc/enabled' })).body,
    (await t.send({ url: '/api/v1/config' })).body,
  ])
  expect(storedData).not.toContain(testOidcClient.client_secret)
  const enabledProvider = { id, name: 'Company', enabled: true, logo_url: '' }
  expect((await t.send({ url: '/api/v1/oidc/enabled' })).body.data).toEqual([
    expect.objectContaining(enabledProvider),
  ])
  const config = (await t.send({ url: '/api/v1/config' })).body.data
  expect(config['app.sso_providers']).toEqual([expect.objectContaining(enabledProvider)])
})

test.each([
  [{ name: '' }, 'name', /empty/],
  [{ name: 'x'.repeat(141) }, 'name', /140/],
  [{ client_id: ' ' }, 'client_id', /empty/],
  [{ provider: 'Okta' }, 'provider', /Google or Custom/],
  [{ provider_url: 'login.example.com' }, 'provider_url', /full URL/],
  [{ provider_url: 'http://login.example.com' }, 'provider_url', /https/],
  [{ provider_url: 'ftp://login.example.com' }, 'provider_url', /https/],
  [{ provider_url: 'https://ada:pass@login.example.com' }, 'provider_url', /without a username/],
  [
    { provider_url: 'http://127.0.0.1:47811' },
    'provider_url',
    /isn’t responding on this port \(.*ECONNREFUSED/,
  ],
  [{ provider_url: 'http://127.0.0.1:25' }, 'provider_url', /^This port belongs to another protocol/],
  [{ provider_url: 'https://nowhere.invalid' }, 'provider_url', /No server with this name/],
  [{ provider_url: 'https://10.0.0.9' }, 'provider_url', /allow it with PARLEY_OIDC_ALLOW/],
  [{ provider_url: 'https://169.254.169.254/latest' }, 'provider_url', /never contacted/],
])('%j is rejected at its field', async (wrong, path, words) => {
  const before = await t.db.selectFrom('oidc_providers').selectAll().execute()
  const refused = await admin.post('/api/v1/oidc', { ...write(), name: 'Wrong', ...wrong })
  expect(refused.body).toMatchObject({ errors: [{ path, message: expect.stringMatching(words) }] })
  expect(refused.status).toBe(400)
  expect(await t.db.selectFrom('oidc_providers').selectAll().execute()).toEqual(before)
})

test.each([
  ['/gone', /responded with "503 Service Unavailable"/],
  ['/page', /isn’t a discovery document/],
  ['/other', /names a different issuer/],
  ['/endless', /larger than 1 MB/],
])('the response of %s is explained', async (path, words) => {
  const refused = await admin.post('/api/v1/oidc', { ...write(), name: 'Odd', provider_url: faultyUrl(path) })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(words) } })
})

test('a duplicate provider name is rejected, and a repeated creation returns the first', async () => {
  expect((await admin.post('/api/v1/oidc', { ...write(), name: 'COMPANY' })).status).toBe(409)
  const twice = { ...write(), name: 'Twice' }
  const [one, two] = [
    await admin.post('/api/v1/oidc', twice, { 'idempotency-key': 'twice' }),
    await admin.post('/api/v1/oidc', twice, { 'idempotency-key': 'twice' }),
  ]
  expect(two.body).toEqual(one.body)
  expect((await admin.del(`/api/v1/oidc/${one.body.data.id}`)).body).toMatchObject({ data: true })
  expect((await admin.get(`/api/v1/oidc/${one.body.data.id}`)).status).toBe(404)
})

test('"" and the mask keep the secret, never for another server; changes are logged without it', async () => {
  const storedSecret = () =>
    t.db.selectFrom('oidc_providers').select('client_secret').where('id', '=', id).executeTakeFirst()
  const before = await storedSecret()
  for (const client_secret of ['', mask])
    expect(
      (await admin.put(`/api/v1/oidc/${id}`, { ...write(), client_secret, enabled: true })).body.data,
    ).toMatchObject({ client_secret: mask })
  expect(await storedSecret()).toEqual(before)
  const otherServer = { ...write(), provider_url: faultyUrl('/other'), client_secret: mask, enabled: false }
  expect(await admin.put(`/api/v1/oidc/${id}`, otherServer)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'client_secret' }] },
  })
  await admin.put(`/api/v1/oidc/${id}`, { ...write(), name: 'Acme', client_secret: 'another', enabled: true })
  await admin.put(`/api/v1/oidc/${id}`, { ...write(), enabled: true })
  const logged = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'oidc_provider')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  expect(logged.slice(1)).toEqual([
    { type: 'oidc_provider.changed', changes: { name: ['Company', 'Acme'], client_secret: [mask, mask] } },
    { type: 'oidc_provider.changed', changes: { name: ['Acme', 'Company'], client_secret: [mask, mask] } },
  ])
})

const html = { accept: 'text/html' }
async function startFlow(next = '/inboxes/all?status=Open', headers: Record<string, string> = html) {
  const reply = await t.app.inject({
    url: `/api/v1/oidc/${id}/login?${new URLSearchParams({ next })}`,
    headers,
  })
  const cookie = reply.cookies.find(({ name }) => name === 'parley_oidc')
  return { reply, cookie, jar: { parley_oidc: cookie?.value ?? '' }, to: String(reply.headers.location) }
}
const finishFlow = (back: URL, jar: Record<string, string>, headers: Record<string, string> = html) =>
  t.app.inject({ url: back.pathname + back.search, cookies: jar, headers })
const failureOf = (location: unknown) => new URL(String(location), 'http://x').searchParams.get('sso')

test('signing in redirects to the provider with state, nonce and PKCE, and back to the requested page', async () => {
  const ana = await t.make.agent({ permissions: [] })
  await t.db.updateTable('agents').set({ email: 'Ana@acme.test' }).where('id', '=', ana.id).execute()
  const { cookie, jar, to } = await startFlow()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/v1/oidc', maxAge: 600 })
  const query = new URL(to).searchParams
  expect(Object.fromEntries(query)).toMatchObject({
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  })
  for (const secret of ['state', 'nonce', 'code_challenge'])
    expect(query.get(secret)?.length).toBeGreaterThan(40)

  const back = await idp.signIn(to, 'ana@acme.test')
  const reply = await finishFlow(back, jar)
  expect([reply.statusCode, reply.headers.location]).toEqual([302, '/inboxes/all?status=Open'])
  const session = reply.cookies.find(({ name }) => name === 'parley_session')
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  const me = await t.app.inject({
    url: '/api/v1/agents/me',
    cookies: { parley_session: session?.value ?? '' },
  })
  expect(me.json().data).toMatchObject({ id: ana.id })
  const [signedIn] = await t.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', 'agent.signed_in')
    .where('object_id', '=', ana.id)
    .execute()
  expect(signedIn?.data).toMatchObject({ oidc_provider_id: id })

  // The same response again: the provider accepts a code once.
  const again = await finishFlow(back, jar)
  expect(failureOf(again.headers.location)).toBe('refused')
  expect(again.cookies.some(({ name }) => name === 'parley_session')).toBe(false)
})

test.each([
  '//evil.example.com',
  'https://evil.example.com',
  '/\\evil.example.com',
  '/\t/evil.example.com',
  '',
])('the return path is never %j', async (next) => {
  const ana = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  const { jar, to } = await startFlow(next)
  expect((await finishFlow(await idp.signIn(to, email), jar)).headers.location).toBe('/inboxes/assigned')
})

test.each([
  ['stranger@acme.test', 'unknown'],
  ['unverified@acme.test', 'unverified'],
  ['nameless@acme.test', 'no_email'],
  ['disabled@acme.test', 'disabled'],
  ['system', 'unknown'],
])('%s returns to the sign-in page: %s', async (address, failure) => {
  if (failure === 'disabled' || failure === 'unverified') {
    const agent = await t.make.agent({ permissions: [] })
    const enabled = failure !== 'disabled'
    await t.db.updateTable('agents').set({ email: address, enabled }).where('id', '=', agent.id).execute()
  }
  const { jar, to } = await startFlow('/contacts')
  const reply = await finishFlow(await idp.signIn(to, address), jar)
  expect(reply.headers.location).toBe(`/?sso=${failure}&provider=${id}&next=%2Fcontacts`)
  expect(reply.cookies.some(({ name }) => name === 'parley_session')).toBe(false)
})

test('a response that this browser did not request, or requested too long ago, is rejected', async () => {
  const ana = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  const [ownFlow, otherFlow] = [await startFlow(), await startFlow()]
  const back = await idp.signIn(otherFlow.to, email)
  const expiredFlow = await startFlow()
  const answers = [
    await finishFlow(back, {}),
    await finishFlow(back, ownFlow.jar),
    await finishFlow(back, { parley_oidc: t.secrets.seal('{}') }),
    await finishFlow(back, { parley_oidc: otherFlow.jar.parley_oidc.replace(/.{40}$/, 'A'.repeat(40)) }),
  ]
  const other = new URL(back)
  other.pathname = '/api/v1/oidc/999/finish'
  answers.push(await finishFlow(other, otherFlow.jar))
  t.clock.advance(600_001)
  answers.push(await finishFlow(await idp.signIn(expiredFlow.to, email), expiredFlow.jar))
  for (const reply of answers) {
    expect(failureOf(reply.headers.location)).toBe('expired')
    expect(reply.cookies.some(({ name }) => name === 'parley_session')).toBe(false)
  }
  expect((await finishFlow(back, {}, {})).statusCode, 'for API clients').toBe(403)
})

test("a nonce or verifier other than the flow's is rejected", async () => {
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('email', '=', 'Ana@acme.test')
    .executeTakeFirstOrThrow()
  for (const part of ['nonce', 'code_verifier']) {
    const { jar, to } = await startFlow()
    const flow = JSON.parse(t.secrets.open(jar.parley_oidc))
    const changed = t.secrets.seal(JSON.stringify({ ...flow, [part]: 'x'.repeat(43) }))
    const reply = await finishFlow(await idp.signIn(to, email), { parley_oidc: changed })
    expect([part, failureOf(reply.headers.location)]).toEqual([part, 'refused'])
  }
})

test('declining at the provider is reported, and a disabled or unreachable provider signs no one in', async () => {
  const { jar, to } = await startFlow()
  const state = new URL(to).searchParams.get('state') ?? ''
  const declined = new URL(
    `http://desk.parley.test/api/v1/oidc/${id}/finish?error=access_denied&state=${state}`,
  )
  expect(failureOf((await finishFlow(declined, jar)).headers.location)).toBe('cancelled')

  const started = await startFlow()
  const disabled = { ...write(), enabled: false }
  expect((await admin.put(`/api/v1/oidc/${id}`, disabled)).body.data).toMatchObject({ enabled: false })
  expect((await t.send({ url: '/api/v1/oidc/enabled' })).body.data).toEqual([])
  expect(failureOf((await startFlow()).to)).toBe('unavailable')
  const back = await idp.signIn(started.to, 'ana@acme.test')
  expect(failureOf((await finishFlow(back, started.jar)).headers.location), 'also when returning').toBe(
    'unavailable',
  )
  for (const unknown of ['999', 'x', '1e3', '99999999999999999999'])
    expect((await t.send({ url: `/api/v1/oidc/${unknown}/login` })).status).toBe(400)

  await t.db
    .updateTable('oidc_providers')
    .set({ enabled: true, provider_url: 'http://127.0.0.1:47811' })
    .where('id', '=', id)
    .execute()
  expect(failureOf((await startFlow()).to)).toBe('unreachable')
  expect((await startFlow('/', {})).reply.statusCode, 'for API clients').toBe(500)
  // It can still be disabled, but not enabled.
  const unreachable = { ...write(), provider_url: 'http://127.0.0.1:47811', enabled: false }
  expect((await admin.put(`/api/v1/oidc/${id}`, unreachable)).status).toBe(200)
  expect((await admin.put(`/api/v1/oidc/${id}`, { ...unreachable, enabled: true })).status).toBe(400)
})

test('an endpoint over plain http elsewhere receives neither code nor secret', async () => {
  const plainProvider = { ...write(), name: 'Plain', provider_url: faultyUrl('/plain') }
  const created = await admin.post('/api/v1/oidc', plainProvider)
  expect(created.status).toBe(200)
  const before = id
  id = created.body.data.id
  const { jar, to } = await startFlow()
  const state = new URL(to).searchParams.get('state') ?? ''
  const back = new URL(`http://desk.parley.test/api/v1/oidc/${id}/finish?code=abc&state=${state}`)
  expect(failureOf((await finishFlow(back, jar)).headers.location)).toBe('refused')
  expect(requestedUrls).not.toContain('/token')
  id = before
})

test('a redirect URI is reserved before its provider is added, for one administrator and once', async () => {
  const path = '/api/v1/oidc/reservation'
  const other = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const { id: reserved, redirect_uri } = (await admin.post(path)).body.data
  expect(redirect_uri).toBe(`http://desk.parley.test/api/v1/oidc/${reserved}/finish`)
  expect((await admin.post(path)).body.data, 'the form is opened again').toEqual({
    id: reserved,
    redirect_uri,
  })
  expect((await other.post(path)).body.data.id).not.toBe(reserved)

  const refusal = { status: 409, body: { message: expect.stringContaining('no longer reserved for you') } }
  expect(await other.post('/api/v1/oidc', { ...write(), id: reserved })).toMatchObject(refusal)
  const added = await admin.post('/api/v1/oidc', { ...write(), name: 'Reserved', id: reserved })
  expect(added).toMatchObject({ status: 200, body: { data: { id: reserved, redirect_uri } } })
  expect(await admin.del(`/api/v1/oidc/${reserved}`)).toMatchObject({ status: 200 })
  expect(await admin.post('/api/v1/oidc', { ...write(), name: 'Again', id: reserved })).toMatchObject(refusal)
  expect((await admin.post(path)).body.data.id).not.toBe(reserved)
})
