import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { longestRead } from './bounded.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

test('a list that keeps the database busy for five seconds is ended, and says so', async () => {
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const filters = (field: string, model: string) =>
    encodeURIComponent(JSON.stringify([{ model, field, operator: 'contains', value: 'x' }]))
  // A reader that waits for a lock is as busy as one that counts.
  const other = new pg.Client(t.connectionString)
  await other.connect()
  await other.query('begin; lock table contacts in access exclusive mode')
  const began = performance.now()
  const replies = await Promise.all([
    browser.get(`/api/v1/conversations/all?filters=${filters('subject', 'conversations')}`),
    browser.get('/api/v1/contacts?search=anna'),
    browser.get(`/api/v1/contacts?filters=${filters('email', 'users')}`),
  ])
  expect(performance.now() - began).toBeLessThan(longestRead + 3000)
  await other.end()
  for (const reply of replies)
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('too long') } })
  expect((await browser.get('/api/v1/contacts?search=anna')).status).toBe(200)
}, 30_000)
