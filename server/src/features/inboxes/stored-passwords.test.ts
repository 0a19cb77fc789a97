import { secretMask } from '@parley/contract/inboxes/inboxes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { decryptConfig } from './inbox-config.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const path = '/api/v1/inboxes'
let count = 0
const form = () => ({
  name: 'Support',
  from: `Acme <help${++count}@acme.test>`,
  config: {
    imap: [{ host: 'imap.acme.test', port: 993, username: 'help', password: 'fetch me' }],
    smtp: [
      { host: 'smtp.acme.test', port: 587, username: 'help', password: 'send me', auth_protocol: 'plain' },
    ],
  },
})
const manager = async () => t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
const rowOf = (id: number) =>
  t.db.selectFrom('inboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const passwords = async (id: number) => {
  const { imap, smtp } = decryptConfig(t.secrets, (await rowOf(id)).config)
  return [...imap, ...smtp].map(({ password }) => password)
}

test('a different host without sign-in needs no password and drops the stored one', async () => {
  const browser = await manager()
  const written = form()
  const { id } = (await browser.post(path, written)).body.data
  const smtp = { ...written.config.smtp[0], host: 'relay.acme.test', password: '' }
  for (const signIn of [{ auth_protocol: 'none' }, { username: '' }, { auth_protocol: 'oauth' }]) {
    await browser.put(`${path}/${id}`, written)
    const config = { imap: [], smtp: [{ ...smtp, ...signIn }] }
    expect(await browser.put(`${path}/${id}`, { ...written, config })).toMatchObject({ status: 200 })
    expect(await passwords(id)).toEqual([''])
  }
})

test('a stored password is removed on request, and responses show whether one is stored', async () => {
  const browser = await manager()
  const written = form()
  const { id } = (await browser.post(path, written)).body.data
  const stored = async () => {
    const { config } = (await browser.get(`${path}/${id}`)).body.data
    return [...config.imap, ...config.smtp].map(({ has_password }) => has_password)
  }
  expect(await stored()).toEqual([true, true])
  const config = {
    imap: [{ ...written.config.imap[0], password: secretMask }],
    smtp: [{ ...written.config.smtp[0], password: '', remove_password: true, has_password: true }],
  }
  await browser.put(`${path}/${id}`, { ...written, config })
  expect(await passwords(id)).toEqual(['fetch me', ''])
  expect(await stored()).toEqual([true, false])
  const event = await t.db
    .selectFrom('events')
    .select('changes')
    .where('object_type', '=', 'inbox')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(Object.keys(event.changes as object)).toContain('config.smtp.0.password')
  expect(JSON.stringify((await rowOf(id)).config)).not.toMatch(/remove_password|has_password/)
})
