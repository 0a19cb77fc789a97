import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const path = '/api/v1/settings/notifications/email'
const keys = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`notification.email.${key}`, value]))
const server = (more: object = {}) =>
  keys({
    enabled: true,
    email_address: 'Parley <desk@acme.test>',
    host: 'smtp.acme.test',
    port: 587,
    username: 'desk',
    password: 'open sesame',
    auth_protocol: 'plain',
    ...more,
  })

test('another host without authentication needs no password, and drops the stored one', async () => {
  for (const signIn of [{ auth_protocol: 'none' }, { username: '' }]) {
    await admin.put(path, server())
    const moved = server({ host: 'localhost', password: '', ...signIn })
    expect((await admin.put(path, moved)).status).toBe(200)
    expect((await admin.get(path)).body.data).toMatchObject({
      'notification.email.host': 'localhost',
      'notification.email.password': '',
    })
  }
})

test('the stored password is removed on request', async () => {
  await admin.put(path, server())
  const remove = keys({ remove_password: true })
  expect((await admin.put(path, { ...server({ password: '' }), ...remove })).status).toBe(200)
  expect((await admin.get(path)).body.data['notification.email.password']).toBe('')
  const stored = await t.db.selectFrom('settings').select('key').execute()
  expect(stored.map(({ key }) => key)).not.toContain('notification.email.remove_password')
  await admin.put(path, { ...server({ password: 'another' }), ...remove })
  expect((await admin.get(path)).body.data['notification.email.password']).toBe('••••••••••')
})
