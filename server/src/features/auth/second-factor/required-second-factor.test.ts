import { allEndpoints } from '@parley/contract/all-endpoints'
import { generate } from 'otplib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../../identity/password.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { openSocket } from '../../../testing/web-sockets.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
let admin_id: number
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const administrator = await t.make.agent({ permissions: t.make.allPermissions })
  admin_id = administrator.id
  admin = await t.as(administrator)
})
afterAll(() => t.stop())
afterEach(async () => {
  await t.db.deleteFrom('settings').where('key', '=', 'app.require_second_factor').execute()
})

const requireSecondFactor = () => admin.put('/api/v1/settings/general', { 'app.require_second_factor': true })
const factorPath = '/api/v1/agents/me/second-factor'
const password = 'Correct-horse-1'
async function createAgent() {
  const { id } = await t.make.agent({ permissions: t.make.allPermissions })
  await t.db
    .updateTable('agents')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  return { id, here: await t.as({ id }) }
}
async function setUpTotp(here: Awaited<ReturnType<TestApp['as']>>) {
  const { secret } = (await here.post(`${factorPath}/totp`, {})).body.data
  const code = await generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) })
  return here.put(`${factorPath}/totp`, { code })
}

test('the requirement is off by default, and unaware clients leave it unchanged', async () => {
  const read = async () =>
    (await admin.get('/api/v1/settings/general')).body.data?.['app.require_second_factor']
  expect(await read()).toBe(false)
  await setUpTotp(admin)
  await requireSecondFactor()
  await admin.put('/api/v1/settings/general', { 'app.site_name': 'Acme' })
  expect(await read()).toBe(true)
  await admin.del(`/api/v1/agents/${admin_id}/second-factor`)
})

test('an agent without a second factor can only set one up, and then everything in the same session', async () => {
  const ana = await createAgent()
  await requireSecondFactor()
  const reachable: string[] = []
  for (const e of allEndpoints.values()) {
    if (e.access === 'public') continue
    const path = e.path.replaceAll(/:(\w*uuid)/g, crypto.randomUUID()).replaceAll(/:\w+/g, '1')
    const call = { GET: ana.here.get, POST: ana.here.post, PUT: ana.here.put, DELETE: ana.here.del }[e.method]
    const { status, body } = await call(path, e.method === 'GET' || e.method === 'DELETE' ? undefined : {})
    if (status !== 403 || body.data?.owes_second_factor !== true) reachable.push(`${e.method} ${e.path}`)
  }
  expect(reachable.sort()).toEqual([
    'GET /api/v1/agents/me',
    'GET /api/v1/agents/me/passkeys',
    'GET /api/v1/agents/me/second-factor',
    'POST /api/v1/agents/me/passkeys',
    'POST /api/v1/agents/me/passkeys/options',
    'POST /api/v1/agents/me/second-factor/totp',
    'PUT /api/v1/agents/me/second-factor/totp',
  ])
  expect((await ana.here.get('/api/v1/agents/me')).body.data).toMatchObject({ owes_second_factor: true })
  expect((await ana.here.get('/uploads/7d8a2c4e-0000-4000-8000-000000000000')).status).toBe(401)
  expect(
    (await ana.here.get('/api/v1/settings/general')).body.data['app.timezone'],
    'treated as signed out',
  ).toBeUndefined()

  expect((await setUpTotp(ana.here)).body.data.recovery_codes).toHaveLength(10)
  expect((await ana.here.get('/api/v1/agents/me')).body.data).toMatchObject({
    owes_second_factor: false,
    has_second_factor: true,
  })
  expect((await ana.here.get('/api/v1/tags')).status).toBe(200)
})

test('sockets are refused, and open ones are closed when the factor becomes required or is removed', async () => {
  const ana = await createAgent()
  const cookie = `parley_session=${ana.here.token}`
  const open = await openSocket(t, '/ws?v=2', { cookie })
  await open.until((frames) => frames[0]?.type === 'hello')
  await requireSecondFactor()
  expect(await open.untilClosed()).toBe(4401)
  await expect(openSocket(t, '/ws?v=2', { cookie })).rejects.toThrow()

  await setUpTotp(ana.here)
  const again = await openSocket(t, '/ws?v=2', { cookie })
  await again.until((frames) => frames[0]?.type === 'hello')
  const bo = await createAgent()
  await setUpTotp(bo.here)
  expect((await bo.here.del(`/api/v1/agents/${ana.id}/second-factor`)).status).toBe(200)
  expect(await again.untilClosed()).toBe(4401)
  expect((await ana.here.get('/api/v1/tags')).status).toBe(403)
})

test('API keys and agents who signed in with a provider are not affected', async () => {
  const ana = await createAgent()
  const key = (await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})).body.data
  const sso = await t.as(ana)
  await t.db.updateTable('sessions').set({ signed_in_with: 'sso' }).where('agent_id', '=', ana.id).execute()
  await requireSecondFactor()
  const headers = { authorization: `token ${key.api_key}:${key.api_secret}` }
  expect((await t.send({ method: 'GET', url: '/api/v1/tags', headers })).status).toBe(200)
  expect((await sso.get('/api/v1/tags')).status).toBe(200)
  expect((await (await t.as(ana)).get('/api/v1/tags')).status, 'with the password').toBe(403)
})

test('the last factor cannot be removed while it is required; signing out always works', async () => {
  const ana = await createAgent()
  await requireSecondFactor()
  await setUpTotp(ana.here)
  expect(await ana.here.post(`${factorPath}/remove`, { password })).toMatchObject({ status: 409 })
  expect((await ana.here.get(factorPath)).body.data).toMatchObject({
    totp: { enabled: true },
    is_required: true,
  })
  const bo = await createAgent()
  await bo.here.get('/logout')
  expect((await bo.here.get('/api/v1/agents/me')).status).toBe(401)
})

test('administrators see who has a second factor', async () => {
  const [ana, bo] = [await createAgent(), await createAgent()]
  await setUpTotp(ana.here)
  const listed = (await admin.get('/api/v1/agents')).body.data as { id: number; has_second_factor: boolean }[]
  expect(listed.find(({ id }) => id === ana.id)?.has_second_factor).toBe(true)
  expect(listed.find(({ id }) => id === bo.id)?.has_second_factor).toBe(false)
})
