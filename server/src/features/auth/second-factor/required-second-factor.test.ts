import { allEndpoints } from '@parley/contract/all-endpoints'
import { generate } from 'otplib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { openSocket } from '../../../testing/web-sockets.ts'
import { hashPassword } from '../password.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
let admin_id: number
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const boss = await t.make.agent({ permissions: t.make.allPermissions })
  admin_id = boss.id
  admin = await t.as(boss)
})
afterAll(() => t.stop())
afterEach(async () => {
  await t.db.deleteFrom('settings').where('key', '=', 'app.require_second_factor').execute()
})

const require = () => admin.put('/api/v1/settings/general', { 'app.require_second_factor': true })
const factor = '/api/v1/agents/me/second-factor'
const password = 'Correct-horse-1'
async function somebody() {
  const { id } = await t.make.agent({ permissions: t.make.allPermissions })
  await t.db
    .updateTable('agents')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .execute()
  return { id, here: await t.as({ id }) }
}
async function setUp(here: Awaited<ReturnType<TestApp['as']>>) {
  const { secret } = (await here.post(`${factor}/totp`, {})).body.data
  const code = await generate({ secret, epoch: Math.floor(t.clock.now().getTime() / 1000) })
  return here.put(`${factor}/totp`, { code })
}

test('off by default, and kept by clients that do not know it', async () => {
  const read = async () =>
    (await admin.get('/api/v1/settings/general')).body.data?.['app.require_second_factor']
  expect(await read()).toBe(false)
  await setUp(admin)
  await require()
  await admin.put('/api/v1/settings/general', { 'app.site_name': 'Acme' })
  expect(await read()).toBe(true)
  await admin.del(`/api/v1/agents/${admin_id}/second-factor`)
})

test('who has none reaches what sets one up, and nothing else; then everything, in the same session', async () => {
  const ana = await somebody()
  await require()
  const reached: string[] = []
  for (const e of allEndpoints.values()) {
    if (e.access === 'public') continue
    const path = e.path.replaceAll(/:(\w*uuid)/g, crypto.randomUUID()).replaceAll(/:\w+/g, '1')
    const call = { GET: ana.here.get, POST: ana.here.post, PUT: ana.here.put, DELETE: ana.here.del }[e.method]
    const { status, body } = await call(path, e.method === 'GET' || e.method === 'DELETE' ? undefined : {})
    if (status !== 403 || body.data?.owes_second_factor !== true) reached.push(`${e.method} ${e.path}`)
  }
  expect(reached.sort()).toEqual([
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
    'as good as signed out',
  ).toBeUndefined()

  expect((await setUp(ana.here)).body.data.recovery_codes).toHaveLength(10)
  expect((await ana.here.get('/api/v1/agents/me')).body.data).toMatchObject({
    owes_second_factor: false,
    has_second_factor: true,
  })
  expect((await ana.here.get('/api/v1/tags')).status).toBe(200)
})

test('sockets are refused, and those that are open end when it is required, or when the factor is removed', async () => {
  const ana = await somebody()
  const cookie = `parley_session=${ana.here.token}`
  const open = await openSocket(t, '/ws?v=2', { cookie })
  await open.until((frames) => frames[0]?.type === 'hello')
  await require()
  expect(await open.untilClosed()).toBe(4401)
  await expect(openSocket(t, '/ws?v=2', { cookie })).rejects.toThrow()

  await setUp(ana.here)
  const again = await openSocket(t, '/ws?v=2', { cookie })
  await again.until((frames) => frames[0]?.type === 'hello')
  const bo = await somebody()
  await setUp(bo.here)
  expect((await bo.here.del(`/api/v1/agents/${ana.id}/second-factor`)).status).toBe(200)
  expect(await again.untilClosed()).toBe(4401)
  expect((await ana.here.get('/api/v1/tags')).status).toBe(403)
})

test('API keys go on, and so does who came from a provider', async () => {
  const ana = await somebody()
  const key = (await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})).body.data
  const sso = await t.as(ana)
  await t.db.updateTable('sessions').set({ signed_in_with: 'sso' }).where('agent_id', '=', ana.id).execute()
  await require()
  const headers = { authorization: `token ${key.api_key}:${key.api_secret}` }
  expect((await t.send({ method: 'GET', url: '/api/v1/tags', headers })).status).toBe(200)
  expect((await sso.get('/api/v1/tags')).status).toBe(200)
  expect((await (await t.as(ana)).get('/api/v1/tags')).status, 'with the password').toBe(403)
})

test('the last factor stays while it is required; signing out always works', async () => {
  const ana = await somebody()
  await require()
  await setUp(ana.here)
  expect(await ana.here.post(`${factor}/remove`, { password })).toMatchObject({ status: 409 })
  expect((await ana.here.get(factor)).body.data).toMatchObject({ totp: { enabled: true }, is_required: true })
  const bo = await somebody()
  await bo.here.get('/logout')
  expect((await bo.here.get('/api/v1/agents/me')).status).toBe(401)
})

test('administrators see who has one', async () => {
  const [ana, bo] = [await somebody(), await somebody()]
  await setUp(ana.here)
  const listed = (await admin.get('/api/v1/agents')).body.data as { id: number; has_second_factor: boolean }[]
  expect(listed.find(({ id }) => id === ana.id)?.has_second_factor).toBe(true)
  expect(listed.find(({ id }) => id === bo.id)?.has_second_factor).toBe(false)
})
