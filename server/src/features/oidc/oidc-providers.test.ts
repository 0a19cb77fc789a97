import { expect, test } from 'vitest'
import { testOidcClient } from '../../testing/fake-services/fake-oidc-provider.ts'
import { admin, faultyUrl, idp, setUpOidc, t, write } from './oidc-suite.ts'

setUpOidc()

const mask = '••••••••••'
let id: number

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
  [{ provider_url: 'http://127.0.0.1:2' }, 'provider_url', /isn’t responding on this port \(.*ECONNREFUSED/],
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
