import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: number
let first: number
beforeAll(async () => {
  t = await startTestApp()
  const row = await t.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Admin')
    .executeTakeFirstOrThrow()
  admin = row.id
  first = (
    await t.db
      .selectFrom('agent_roles')
      .select('agent_id')
      .where('role_id', '=', admin)
      .executeTakeFirstOrThrow()
  ).agent_id
})
afterAll(() => t.stop())

let other: number
beforeEach(async () => {
  other = (await t.make.agent()).id
  await t.db.insertInto('agent_roles').values({ agent_id: other, role_id: admin }).execute()
})
afterEach(async () => {
  await t.db.deleteFrom('agents').where('id', '=', other).execute()
  await t.db.deleteFrom('oidc_providers').execute()
})

const provider = (enabled: boolean) =>
  t.db
    .insertInto('oidc_providers')
    .values({
      ...{ created_at: t.clock.now(), updated_at: t.clock.now(), provider: 'Custom', client_id: 'desk' },
      ...{ name: 'Login', provider_url: 'https://login.example.com', enabled },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
const updateOther = (values: object) =>
  t.db.updateTable('agents').set(values).where('id', '=', other).execute()
const passkey = () =>
  t.db
    .insertInto('passkeys')
    .values({
      ...{ agent_id: other, created_at: t.clock.now(), name: 'Phone', public_key: Buffer.of(1) },
      credential_id: `c${other}`,
    })
    .execute()

/** The first administrator, who can sign in, loses the role. */
async function demoteFirst() {
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const { first_name, email } = (await browser.get(`/api/v1/agents/${first}`)).body.data
  const answer = await browser.put(`/api/v1/agents/${first}`, {
    first_name,
    email,
    roles: ['Agent'],
    enabled: true,
  })
  await t.db.deleteFrom('agent_roles').where('agent_id', '=', first).execute()
  await t.db.insertInto('agent_roles').values({ agent_id: first, role_id: admin }).execute()
  return answer
}

test.each<[string, () => Promise<unknown>]>([
  ['was invited and has no password', async () => {}],
  ['is disabled', () => updateOther({ password_hash: 'x', enabled: false })],
  [
    'signed in with a provider that is disabled',
    async () => {
      await provider(false)
      await updateOther({ last_login_at: t.clock.now() })
    },
  ],
  ['never signed in with the enabled provider', () => provider(true)],
])(
  'the last administrator who can sign in cannot be removed when the other one %s',
  async (_what, prepare) => {
    await prepare()
    expect(await demoteFirst()).toMatchObject({
      status: 409,
      body: { message: /last administrator who can sign in/ },
    })
  },
)

test.each<[string, () => Promise<unknown>]>([
  ['has a password', () => updateOther({ password_hash: 'x' })],
  ['has a passkey', passkey],
  [
    'signed in with a provider that is enabled',
    async () => {
      await provider(true)
      await updateOther({ last_login_at: t.clock.now() })
    },
  ],
])('an administrator can be demoted when another one %s', async (_what, prepare) => {
  await prepare()
  expect((await demoteFirst()).status).toBe(200)
})

test('the provider by which the only administrator signs in cannot be disabled or deleted', async () => {
  const { password_hash } = await t.db
    .selectFrom('agents')
    .select('password_hash')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  await t.db
    .updateTable('agents')
    .set({ password_hash: null, last_login_at: t.clock.now() })
    .where('id', '=', first)
    .execute()
  const { id } = await provider(true)
  const browser = await t.as({ id: first })
  const providerBody = {
    name: 'Login',
    provider: 'Custom',
    provider_url: 'https://login.example.com',
    client_id: 'desk',
  }
  expect((await browser.put(`/api/v1/oidc/${id}`, { ...providerBody, enabled: false })).status).toBe(409)
  expect((await browser.del(`/api/v1/oidc/${id}`)).status).toBe(409)
  await passkey()
  expect((await browser.del(`/api/v1/oidc/${id}`)).status).toBe(200)
  await t.db.updateTable('agents').set({ password_hash }).where('id', '=', first).execute()
})

test('the only passkey of the only administrator cannot be removed without a password', async () => {
  await passkey()
  const { password_hash } = await t.db
    .selectFrom('agents')
    .select('password_hash')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  await t.db.updateTable('agents').set({ password_hash: null }).where('id', '=', first).execute()
  const { id } = await t.db
    .selectFrom('passkeys')
    .select('id')
    .where('agent_id', '=', other)
    .executeTakeFirstOrThrow()
  const ownBrowser = await t.as({ id: other })
  expect((await ownBrowser.post(`/api/v1/agents/me/passkeys/${id}/remove`, {})).status).toBe(409)
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  expect((await browser.del(`/api/v1/agents/${other}/second-factor`)).status).toBe(409)
  await t.db.updateTable('agents').set({ password_hash }).where('id', '=', first).execute()
  expect((await browser.del(`/api/v1/agents/${other}/second-factor`)).status).toBe(200)
})
