import { afterAll, beforeAll, beforeEach } from 'vitest'
import { hashPassword } from '../../identity/password.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

export let t: TestApp

export const password = 'Correct-horse-1'

export async function createAgent() {
  const { id } = await t.make.agent({ permissions: [] })
  const { email } = await t.db
    .updateTable('agents')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { id, email }
}

export const login = (email: string, secret = password) =>
  t.send({ method: 'POST', url: '/api/v1/auth/login', payload: { email, password: secret } })

export const secondStep = (ticket: string, code: string) =>
  t.send({ method: 'POST', url: '/api/v1/auth/second-factor', payload: { ticket, code } })

export const isSignedIn = async (browser: { get(path: string): Promise<{ status: number }> }) =>
  (await browser.get('/api/v1/agents/me')).status === 200

export const passwordPath = '/api/v1/agents/me/password'

export function setUpAccounts() {
  beforeAll(async () => {
    t = await startTestApp()
  })
  afterAll(() => t.stop())
  beforeEach(async () => {
    await t.db.deleteFrom('rate_limits').execute()
  })
}
