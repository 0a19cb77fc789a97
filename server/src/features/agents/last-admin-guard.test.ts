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
const set = (values: object) => t.db.updateTable('agents').set(values).where('id', '=', other).execute()
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
  const by = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const { first_name, email } = (await by.get(`/api/v1/agents/${first}`)).body.data
  const answer = await by.put(`/api/v1/agents/${first}`, {
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
  ['is disabled', () => set({ password_hash: 'x', enabled: false })],
  [
    'came by a provider that is switched off',
    async () => {
      await provider(false)
      await set({ last_login_at: t.clock.now() })
    },
  ],
  ['never came by the provider that is there', () => provider(true)],
])('the last administrator who can sign in stays when the other %s', async (_what, prepare) => {
  await prepare()
  expect(await demoteFirst()).toMatchObject({
    status: 409,
    body: { message: /last administrator who can sign in/ },
  })
})

test.each<[string, () => Promise<unknown>]>([
  ['has a password', () => set({ password_hash: 'x' })],
  ['has a passkey', passkey],
  [
    'came by a provider that is switched on',
    async () => {
      await provider(true)
      await set({ last_login_at: t.clock.now() })
    },
  ],
])('an administrator can be demoted when another one %s', async (_what, prepare) => {
  await prepare()
  expect((await demoteFirst()).status).toBe(200)
})

test('the provider by which the only administrator signs in can be neither switched off nor deleted', async () => {
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
  const by = await t.as({ id: first })
  const off = {
    name: 'Login',
    provider: 'Custom',
    provider_url: 'https://login.example.com',
    client_id: 'desk',
  }
  expect((await by.put(`/api/v1/oidc/${id}`, { ...off, enabled: false })).status).toBe(409)
  expect((await by.del(`/api/v1/oidc/${id}`)).status).toBe(409)
  await passkey()
  expect((await by.del(`/api/v1/oidc/${id}`)).status).toBe(200)
  await t.db.updateTable('agents').set({ password_hash }).where('id', '=', first).execute()
})

test('the only passkey of the only administrator stays while there is no password', async () => {
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
  const own = await t.as({ id: other })
  expect((await own.post(`/api/v1/agents/me/passkeys/${id}/remove`, {})).status).toBe(409)
  const by = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  expect((await by.del(`/api/v1/agents/${other}/second-factor`)).status).toBe(409)
  await t.db.updateTable('agents').set({ password_hash }).where('id', '=', first).execute()
  expect((await by.del(`/api/v1/agents/${other}/second-factor`)).status).toBe(200)
})
