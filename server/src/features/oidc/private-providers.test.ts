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
  // Allows only the public internet.
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

/** A row migrated from a version without the allow-list. */
async function insertExisting(provider_url = idp.issuer) {
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
  const network = {
    isAllowed: allowPublicAnd(ranges),
    resolve: async (host: string) =>
      ({ 'login.example.com': ['93.184.216.34'], localhost: ['127.0.0.1'] })[host] ?? [],
  }
  await reviewPrivateProviders({ db: t.db, log }, network)
}
const read = async (id: number) => (await admin.get(`/api/v1/oidc/${id}`)).body.data
const login = async (id: number) =>
  (await t.app.inject({ url: `/api/v1/oidc/${id}/login`, headers: { accept: 'text/html' } })).headers.location

test('a new provider on a private address needs the allow-list', async () => {
  const refused = await admin.post('/api/v1/oidc', write())
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path: 'provider_url' }] } })
  expect(refused.body.message).toContain('PARLEY_OIDC_ALLOW')
})

test('an existing provider on a private address keeps working with a warning until its address changes', async () => {
  const id = await insertExisting()
  expect(await login(id)).toContain(`${idp.issuer}/auth?`)
  await review()
  expect(warnings).toEqual([{ provider: 'Company', url: idp.issuer }])
  expect(await read(id)).toMatchObject({ needs_allowing: true })
  expect(await login(id)).toContain(`${idp.issuer}/auth?`)
  expect((await t.send({ url: '/api/v1/oidc/enabled' })).body.data[0]).not.toHaveProperty('needs_allowing')

  // Saving it unchanged, or under another name, does not change that.
  expect((await admin.put(`/api/v1/oidc/${id}`, write({ name: 'Acme', client_secret: '' }))).status).toBe(200)
  expect(await login(id)).toContain(`${idp.issuer}/auth?`)
  await review()
  expect(warnings).toHaveLength(1)

  const moved = write({ provider_url: idp.issuer.replace('localhost', '127.0.0.1') })
  expect((await admin.put(`/api/v1/oidc/${id}`, moved)).status).toBe(400)
  // Changing it back is also a change.
  await admin.put(`/api/v1/oidc/${id}`, { ...moved, enabled: false })
  expect(await read(id)).toMatchObject({ needs_allowing: false })
  expect((await admin.put(`/api/v1/oidc/${id}`, write())).status).toBe(400)
})

test('an existing provider that is allowed or public is held to the allow-list from then on', async () => {
  const id = await insertExisting()
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

test('a provider whose name cannot be resolved is left for the next start, and forbidden addresses stay forbidden', async () => {
  const id = await insertExisting('https://nowhere.invalid')
  await review()
  const stored = await t.db.selectFrom('oidc_providers').select('private_allowed').executeTakeFirstOrThrow()
  expect([stored.private_allowed, warnings]).toEqual([null, []])
  await t.db.updateTable('oidc_providers').set({ provider_url: 'https://169.254.169.254' }).execute()
  expect(await login(id)).toContain('sso=unreachable')
})
