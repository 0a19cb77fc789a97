import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allowPublicAnd } from '../../http/outbound/allowed-addresses.ts'
import type { Log } from '../../log.ts'
import {
  type FakeOidcProvider,
  startFakeOidcProvider,
  testOidcClient,
} from '../../testing/fake-services/fake-oidc-provider.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { reviewPrivateProviders } from './private-providers.ts'

let t: TestApp
let idp: FakeOidcProvider
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  // Nothing outside the public internet is allowed.
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  idp = await startFakeOidcProvider({ redirect_uris: ['http://desk.parley.test/api/v1/oidc/1/finish'] })
})
afterAll(async () => {
  await idp.stop()
  await t.stop()
})
beforeEach(() => t.db.deleteFrom('oidc_providers').execute())

const write = (more: object = {}) => ({
  name: 'Company',
  provider: 'Custom',
  provider_url: idp.issuer,
  ...testOidcClient,
  enabled: true,
  ...more,
})

/** A row as migrated from a version without the allow-list. */
async function existing(provider_url = idp.issuer) {
  const { id } = await t.db
    .insertInto('oidc_providers')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      name: 'Company',
      provider: 'Custom',
      provider_url,
      client_id: testOidcClient.client_id,
      client_secret: t.secrets.seal(testOidcClient.client_secret),
      private_allowed: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const warnings: unknown[] = []
const log = { warn: (values: unknown) => warnings.push(values) } as unknown as Log // what the review writes
const review = async (ranges: string[] = []) => {
  warnings.length = 0
  const reach = {
    isAllowed: allowPublicAnd(ranges),
    resolve: async (host: string) =>
      ({ 'login.example.com': ['93.184.216.34'], localhost: ['127.0.0.1'] })[host] ?? [],
  }
  await reviewPrivateProviders({ db: t.db, log }, reach)
}
const read = async (id: number) => (await admin.get(`/api/v1/oidc/${id}`)).body.data
const login = async (id: number) =>
  (await t.app.inject({ url: `/api/v1/oidc/${id}/login`, headers: { accept: 'text/html' } })).headers.location

test('a new provider on a private address needs the allow-list', async () => {
  const refused = await admin.post('/api/v1/oidc', write())
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'provider_url' }] } })
  expect(refused.body.message).toContain('PARLEY_OIDC_ALLOW')
})

test('one that was there before keeps working and is warned about until its address is changed', async () => {
  const id = await existing()
  expect(await login(id)).toContain(`${idp.issuer}/auth?`)
  await review()
  expect(warnings).toEqual([{ provider: 'Company', url: idp.issuer }])
  expect(await read(id)).toMatchObject({ needs_allowing: true })
  expect(await login(id)).toContain(`${idp.issuer}/auth?`)
  expect((await t.send({ url: '/api/v1/oidc/enabled' })).body.data[0]).not.toHaveProperty('needs_allowing')

  // Saving it unchanged, and under another name, changes nothing of that.
  expect((await admin.put(`/api/v1/oidc/${id}`, write({ name: 'Acme', client_secret: '' }))).status).toBe(200)
  expect(await login(id)).toContain(`${idp.issuer}/auth?`)
  await review()
  expect(warnings).toHaveLength(1)

  const elsewhere = write({ provider_url: idp.issuer.replace('localhost', '127.0.0.1') })
  expect((await admin.put(`/api/v1/oidc/${id}`, elsewhere)).status).toBe(400)
  // Away and back again is a change, too.
  await admin.put(`/api/v1/oidc/${id}`, { ...elsewhere, enabled: false })
  expect(await read(id)).toMatchObject({ needs_allowing: false })
  expect((await admin.put(`/api/v1/oidc/${id}`, write())).status).toBe(400)
})

test('one that is allowed by now, or public, is held to the allow-list from then on', async () => {
  const id = await existing()
  await review()
  await review(['127.0.0.0/8'])
  expect(warnings).toEqual([])
  expect(await read(id)).toMatchObject({ needs_allowing: false })
  // This server allows nothing.
  expect(await login(id)).toContain('sso=unreachable')

  await t.db
    .updateTable('oidc_providers')
    .set({ provider_url: 'https://login.example.com', private_allowed: null })
    .execute()
  await review()
  const stored = await t.db.selectFrom('oidc_providers').select('private_allowed').executeTakeFirstOrThrow()
  expect([stored.private_allowed, warnings]).toEqual([false, []])
})

test('one whose name cannot be looked up is left for the next start, and a forbidden address stays forbidden', async () => {
  const id = await existing('https://nowhere.invalid')
  await review()
  const stored = await t.db.selectFrom('oidc_providers').select('private_allowed').executeTakeFirstOrThrow()
  expect([stored.private_allowed, warnings]).toEqual([null, []])
  await t.db.updateTable('oidc_providers').set({ provider_url: 'https://169.254.169.254' }).execute()
  expect(await login(id)).toContain('sso=unreachable')
})
