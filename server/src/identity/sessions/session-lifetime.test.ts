import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { purgeExpired } from '../../features/auth/purge-expired.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from '../password.ts'

let t: TestApp
let email: string
const password = 'Correct-horse-1'
const day = 86_400_000
beforeAll(async () => {
  t = await startTestApp()
  const { id } = await t.make.agent()
  const agent = await t.db
    .updateTable('agents')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  email = agent.email
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.db.deleteFrom('rate_limits').execute()
  await t.db.deleteFrom('settings').where('key', '=', 'app.session_lifetime_days').execute()
})

async function signIn(cookies: Record<string, string> = {}) {
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password },
    cookies,
  })
  expect(reply.statusCode).toBe(200)
  const cookie = reply.cookies.find(({ name }) => name === 'parley_session')
  return { token: cookie?.value ?? '', maxAge: cookie?.maxAge }
}
const isOpen = async (token: string) =>
  (await t.app.inject({ url: '/api/v1/agents/me', cookies: { parley_session: token } })).statusCode === 200
const setLifetime = async (days: number) => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  expect((await admin.put('/api/v1/settings/general', { 'app.session_lifetime_days': days })).status).toBe(
    200,
  )
}

test('a session in constant use ends after thirty days', async () => {
  const { token, maxAge } = await signIn()
  expect(maxAge).toBe(30 * 86_400)
  for (let n = 0; n < 3; n++) {
    t.clock.advance(9 * day)
    expect(await isOpen(token)).toBe(true)
  }
  t.clock.advance(3 * day - 1000)
  expect(await isOpen(token)).toBe(true)
  t.clock.advance(1001)
  expect(await isOpen(token)).toBe(false)
})

test('the setting applies to open sessions too, in both directions', async () => {
  const { token } = await signIn()
  t.clock.advance(3 * day)
  await setLifetime(2)
  expect(await isOpen(token)).toBe(false)
  await setLifetime(7)
  expect(await isOpen(token)).toBe(true)
  expect((await signIn()).maxAge).toBe(7 * 86_400)
})

test('expired sessions are neither listed nor kept', async () => {
  const { token: old } = await signIn()
  t.clock.advance(5 * day)
  const { token } = await signIn()
  await setLifetime(4)
  const list = await t.app.inject({ url: '/api/v1/agents/me/sessions', cookies: { parley_session: token } })
  expect(list.json().data).toMatchObject([{ is_current: true }])
  await purgeExpired(t.db, t.clock.now())
  await setLifetime(30)
  expect([await isOpen(old), await isOpen(token)]).toEqual([false, true])
})

test('signing in again in the same browser ends its previous session, and no other', async () => {
  const [first, otherBrowser] = [await signIn(), await signIn()]
  const renewed = await signIn({ parley_session: first.token })
  expect([await isOpen(first.token), await isOpen(otherBrowser.token), await isOpen(renewed.token)]).toEqual([
    false,
    true,
    true,
  ])
})

test('a failed sign-in leaves the previous session alone', async () => {
  const first = await signIn()
  await t.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email, password: 'Wrong-horse-1' },
    cookies: { parley_session: first.token },
  })
  expect(await isOpen(first.token)).toBe(true)
})

test("the previous session's socket is closed, also when someone else signs in after it", async () => {
  const other = await t.as(await t.make.agent())
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const address = t.app.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws?v=2`, {
    headers: { cookie: `parley_session=${other.token}` },
  })
  await new Promise((open) => socket.once('open', open))
  const closed = new Promise<number>((end) => socket.once('close', end))
  await signIn({ parley_session: other.token })
  expect(await closed).toBe(4401)
})
