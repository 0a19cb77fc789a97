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
let strange: Server
let admin: Awaited<ReturnType<TestApp['as']>>
let id: number

const visits: string[] = []
const mask = '••••••••••'
/** What a server says that is no provider, or one with faults. */
const oddities: Record<string, (origin: string) => string> = {
  '/page': () => '<h1>Welcome</h1>',
  '/other': () => JSON.stringify({ issuer: 'https://elsewhere.example.com' }),
  '/plain': (origin) =>
    JSON.stringify({
      issuer: `${origin}/plain`,
      authorization_endpoint: `${origin}/authorize`,
      // Leads to this server too, under another name than loopback goes by.
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
  strange = createServer((request, reply) => {
    visits.push(request.url ?? '')
    const path = (request.url ?? '').replace('/.well-known/openid-configuration', '')
    const origin = `http://${request.headers.host}`
    const body = oddities[path]?.(origin)
    reply.statusCode = body === undefined ? 503 : 200
    reply.setHeader('content-type', path === '/page' ? 'text/html' : 'application/json')
    reply.end(body)
  })
  await new Promise<void>((done) => strange.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  strange.close()
  await idp.stop()
  await t.stop()
})

const strangeAt = (path: string) => `http://127.0.0.1:${(strange.address() as AddressInfo).port}${path}`
const write = () => ({ name: 'Company', provider: 'Custom', provider_url: idp.issuer, ...testOidcClient })

test('a provider is added once its discovery document could be read; its secret is sealed and shown to nobody', async () => {
  const made = await admin.post('/api/v1/oidc', {
    ...write(),
    provider_url: `${idp.issuer}/.well-known/openid-configuration`,
  })
  expect(made).toMatchObject({ status: 200 })
  id = made.body.data.id
  expect(made.body.data).toMatchObject({
    name: 'Company',
    enabled: true,
    provider_url: idp.issuer,
    client_secret: mask,
    redirect_uri: `http://desk.parley.test/api/v1/oidc/${id}/finish`,
    logo_url: '',
  })
  const everything = JSON.stringify([
    await t.db.selectFrom('oidc_providers').selectAll().execute(),
    await t.db.selectFrom('events').select(['type', 'changes', 'data']).execute(),
    (await admin.get('/api/v1/oidc')).body,
    (await admin.get(`/api/v1/oidc/${id}`)).body,
    (await t.send({ url: '/api/v1/oidc/enabled' })).body,
    (await t.send({ url: '/api/v1/config' })).body,
  ])
  expect(everything).not.toContain(testOidcClient.client_secret)
  const offered = { id, name: 'Company', enabled: true, logo_url: '' }
  expect((await t.send({ url: '/api/v1/oidc/enabled' })).body.data).toEqual([
    expect.objectContaining(offered),
  ])
  const config = (await t.send({ url: '/api/v1/config' })).body.data
  expect(config['app.sso_providers']).toEqual([expect.objectContaining(offered)])
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
])('%j is refused at its field', async (wrong, path, words) => {
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
])('what %s answers is told in words', async (path, words) => {
  const refused = await admin.post('/api/v1/oidc', { ...write(), name: 'Odd', provider_url: strangeAt(path) })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(words) } })
})

test('two providers of one name are refused, and the same creation twice is one', async () => {
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
  const sealed = () =>
    t.db.selectFrom('oidc_providers').select('client_secret').where('id', '=', id).executeTakeFirst()
  const before = await sealed()
  for (const client_secret of ['', mask])
    expect(
      (await admin.put(`/api/v1/oidc/${id}`, { ...write(), client_secret, enabled: true })).body.data,
    ).toMatchObject({ client_secret: mask })
  expect(await sealed()).toEqual(before)
  const elsewhere = { ...write(), provider_url: strangeAt('/other'), client_secret: mask, enabled: false }
  expect(await admin.put(`/api/v1/oidc/${id}`, elsewhere)).toMatchObject({
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
async function begin(next = '/inboxes/all?status=Open', headers: Record<string, string> = html) {
  const reply = await t.app.inject({
    url: `/api/v1/oidc/${id}/login?${new URLSearchParams({ next })}`,
    headers,
  })
  const cookie = reply.cookies.find(({ name }) => name === 'parley_oidc')
  return { reply, cookie, jar: { parley_oidc: cookie?.value ?? '' }, to: String(reply.headers.location) }
}
const finish = (back: URL, jar: Record<string, string>, headers: Record<string, string> = html) =>
  t.app.inject({ url: back.pathname + back.search, cookies: jar, headers })
const why = (location: unknown) => new URL(String(location), 'http://x').searchParams.get('sso')

test('signing in leads to the provider with state, nonce and PKCE, and back to where one wanted to go', async () => {
  const ana = await t.make.agent({ permissions: [] })
  await t.db.updateTable('agents').set({ email: 'Ana@acme.test' }).where('id', '=', ana.id).execute()
  const { cookie, jar, to } = await begin()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/api/v1/oidc', maxAge: 600 })
  const asked = new URL(to).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    scope: 'openid profile email',
    code_challenge_method: 'S256',
  })
  for (const secret of ['state', 'nonce', 'code_challenge'])
    expect(asked.get(secret)?.length).toBeGreaterThan(40)

  const back = await idp.signIn(to, 'ana@acme.test')
  const reply = await finish(back, jar)
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

  // The same answer once more: the provider takes a code once.
  const again = await finish(back, jar)
  expect(why(again.headers.location)).toBe('refused')
  expect(again.cookies.some(({ name }) => name === 'parley_session')).toBe(false)
})

test.each([
  '//evil.example.com',
  'https://evil.example.com',
  '/\\evil.example.com',
  '/\t/evil.example.com',
  '',
])('the way back is never %j', async (next) => {
  const ana = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  const { jar, to } = await begin(next)
  expect((await finish(await idp.signIn(to, email), jar)).headers.location).toBe('/inboxes/assigned')
})

test.each([
  ['stranger@acme.test', 'unknown'],
  ['unverified@acme.test', 'unverified'],
  ['nameless@acme.test', 'no_email'],
  ['disabled@acme.test', 'disabled'],
  ['system', 'unknown'],
])('%s comes back to the sign-in page: %s', async (address, failure) => {
  if (failure === 'disabled' || failure === 'unverified') {
    const agent = await t.make.agent({ permissions: [] })
    const enabled = failure !== 'disabled'
    await t.db.updateTable('agents').set({ email: address, enabled }).where('id', '=', agent.id).execute()
  }
  const { jar, to } = await begin('/contacts')
  const reply = await finish(await idp.signIn(to, address), jar)
  expect(reply.headers.location).toBe(`/?sso=${failure}&provider=${id}&next=%2Fcontacts`)
  expect(reply.cookies.some(({ name }) => name === 'parley_session')).toBe(false)
})

test('an answer that this browser did not ask for, or asked for too long ago, opens nothing', async () => {
  const ana = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  const [mine, theirs] = [await begin(), await begin()]
  const back = await idp.signIn(theirs.to, email)
  const late = await begin()
  const answers = [
    await finish(back, {}),
    await finish(back, mine.jar),
    await finish(back, { parley_oidc: t.secrets.seal('{}') }),
    await finish(back, { parley_oidc: theirs.jar.parley_oidc.replace(/.{40}$/, 'A'.repeat(40)) }),
  ]
  const other = new URL(back)
  other.pathname = '/api/v1/oidc/999/finish'
  answers.push(await finish(other, theirs.jar))
  t.clock.advance(600_001)
  answers.push(await finish(await idp.signIn(late.to, email), late.jar))
  for (const reply of answers) {
    expect(why(reply.headers.location)).toBe('expired')
    expect(reply.cookies.some(({ name }) => name === 'parley_session')).toBe(false)
  }
  expect((await finish(back, {}, {})).statusCode, 'for programs').toBe(403)
})

test('another nonce or another verifier than was begun with is refused', async () => {
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('email', '=', 'Ana@acme.test')
    .executeTakeFirstOrThrow()
  for (const part of ['nonce', 'code_verifier']) {
    const { jar, to } = await begin()
    const flow = JSON.parse(t.secrets.open(jar.parley_oidc))
    const changed = t.secrets.seal(JSON.stringify({ ...flow, [part]: 'x'.repeat(43) }))
    const reply = await finish(await idp.signIn(to, email), { parley_oidc: changed })
    expect([part, why(reply.headers.location)]).toEqual([part, 'refused'])
  }
})

test('who says no at the provider is told so, and a provider that is off or away lets nobody in', async () => {
  const { jar, to } = await begin()
  const state = new URL(to).searchParams.get('state') ?? ''
  const no = new URL(`http://desk.parley.test/api/v1/oidc/${id}/finish?error=access_denied&state=${state}`)
  expect(why((await finish(no, jar)).headers.location)).toBe('cancelled')

  const begun = await begin()
  const off = { ...write(), enabled: false }
  expect((await admin.put(`/api/v1/oidc/${id}`, off)).body.data).toMatchObject({ enabled: false })
  expect((await t.send({ url: '/api/v1/oidc/enabled' })).body.data).toEqual([])
  expect(why((await begin()).to)).toBe('unavailable')
  const back = await idp.signIn(begun.to, 'ana@acme.test')
  expect(why((await finish(back, begun.jar)).headers.location), 'also on the way back').toBe('unavailable')
  for (const unknown of ['999', 'x', '1e3', '99999999999999999999'])
    expect((await t.send({ url: `/api/v1/oidc/${unknown}/login` })).status).toBe(400)

  await t.db
    .updateTable('oidc_providers')
    .set({ enabled: true, provider_url: 'http://127.0.0.1:47811' })
    .where('id', '=', id)
    .execute()
  expect(why((await begin()).to)).toBe('unreachable')
  expect((await begin('/', {})).reply.statusCode, 'for programs').toBe(500)
  // It can still be switched off, and not on.
  const away = { ...write(), provider_url: 'http://127.0.0.1:47811', enabled: false }
  expect((await admin.put(`/api/v1/oidc/${id}`, away)).status).toBe(200)
  expect((await admin.put(`/api/v1/oidc/${id}`, { ...away, enabled: true })).status).toBe(400)
})

test('an endpoint over plain http elsewhere gets neither code nor secret', async () => {
  const ours = { ...write(), name: 'Plain', provider_url: strangeAt('/plain') }
  const made = await admin.post('/api/v1/oidc', ours)
  expect(made.status).toBe(200)
  const before = id
  id = made.body.data.id
  const { jar, to } = await begin()
  const state = new URL(to).searchParams.get('state') ?? ''
  const back = new URL(`http://desk.parley.test/api/v1/oidc/${id}/finish?code=abc&state=${state}`)
  expect(why((await finish(back, jar)).headers.location)).toBe('refused')
  expect(visits).not.toContain('/token')
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

  const taken = { status: 409, body: { message: expect.stringContaining('no longer reserved for you') } }
  expect(await other.post('/api/v1/oidc', { ...write(), id: reserved })).toMatchObject(taken)
  const added = await admin.post('/api/v1/oidc', { ...write(), name: 'Reserved', id: reserved })
  expect(added).toMatchObject({ status: 200, body: { data: { id: reserved, redirect_uri } } })
  expect(await admin.del(`/api/v1/oidc/${reserved}`)).toMatchObject({ status: 200 })
  expect(await admin.post('/api/v1/oidc', { ...write(), name: 'Again', id: reserved })).toMatchObject(taken)
  expect((await admin.post(path)).body.data.id).not.toBe(reserved)
})
