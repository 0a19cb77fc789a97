import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { type Parley, startParley } from '../fixtures/parley.ts'

let parley: Parley
test.beforeAll(async () => {
  parley = await startParley()
})
test.afterAll(() => parley?.remove())

const signIn = () =>
  fetch(`${parley.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(parley.admin),
  })

test('killed twice in a row, the server restarts with the same workspace on the same port', async () => {
  for (const _ of [1, 2]) {
    await parley.kill()
    await parley.start()
    expect((await signIn()).status).toBe(200)
  }
})

test('SIGTERM stops the server cleanly, including its database', async () => {
  expect(await parley.stop()).toBe(0)
  expect(existsSync(join(parley.data_dir, 'postgres/postmaster.pid'))).toBe(false)
  await parley.start()
  expect((await signIn()).status).toBe(200)
})
