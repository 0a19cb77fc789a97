import { beforeAll, expect, test } from 'vitest'
import { admin, faultyUrl, idp, requestedUrls, setUpOidc, t, write } from './oidc-suite.ts'

setUpOidc()

let id: number
beforeAll(async () => {
  id = (await admin.post('/api/v1/oidc', write())).body.data.id
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
    .set({ enabled: true, provider_url: 'http://127.0.0.1:2' })
    .where('id', '=', id)
    .execute()
  expect(failureOf((await startFlow()).to)).toBe('unreachable')
  expect((await startFlow('/', {})).reply.statusCode, 'for API clients').toBe(500)
  // It can still be disabled, but not enabled.
  const unreachable = { ...write(), provider_url: 'http://127.0.0.1:2', enabled: false }
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
