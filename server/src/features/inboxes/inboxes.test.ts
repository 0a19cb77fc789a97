import { secretMask } from '@parley/contract/inboxes/inboxes'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { decryptConfig } from './inbox-config.ts'
import { updateReceivingAddresses } from './receiving-address.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const path = '/api/v1/inboxes'
let count = 0
/** As the existing client sends it. */
const form = (overrides: object = {}) => ({
  name: 'Support',
  channel: 'email',
  from: `Acme, Inc. <help${++count}@acme.test>`,
  config: {
    imap: [{ host: 'imap.acme.test', port: 993, username: 'help', password: 'fetch me', tls_type: 'tls' }],
    smtp: [
      { host: 'smtp.acme.test', port: '587', username: 'help', password: 'send me', auth_protocol: 'plain' },
    ],
  },
  ...overrides,
})
const manager = async () => t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
const passwords = async (id: number) => {
  const row = await t.db.selectFrom('inboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { imap, smtp } = decryptConfig(t.secrets, row.config)
  return [...imap, ...smtp].map(({ password }) => password)
}
const lastEvent = async (id: number) =>
  t.db
    .selectFrom('events')
    .selectAll()
    .where('object_type', '=', 'inbox')
    .where('object_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('an inbox is created enabled, and its passwords are encrypted, masked and kept out of the log', async () => {
  const browser = await manager()

  const { status, body } = await browser.post(path, form({ aliases: ['Sales@Acme.test', 'sales@acme.test'] }))

  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    name: 'Support',
    channel: 'email',
    enabled: true,
    csat_enabled: false,
    aliases: ['sales@acme.test'],
    receiver_enabled: true,
    quote_history: true,
    plus_addressing_proved_at: null,
    config: {
      imap: [{ host: 'imap.acme.test', password: secretMask, mailbox: 'INBOX', read_interval: '5m' }],
      smtp: [{ port: 587, password: secretMask }],
    },
  })
  const row = await t.db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', body.data.id)
    .executeTakeFirstOrThrow()
  expect(row.address).toBe(`help${count}@acme.test`)
  expect(JSON.stringify(row.config)).not.toMatch(/fetch me|send me/)
  expect(await passwords(row.id)).toEqual(['fetch me', 'send me'])
  const event = await lastEvent(row.id)
  expect(event).toMatchObject({ type: 'inbox.created', changes: { name: [null, 'Support'] } })
  expect(JSON.stringify(event)).not.toMatch(/fetch me|send me|v1\./)
})

test('an empty or masked password keeps the stored one, a new one replaces it, and the event names the field', async () => {
  const browser = await manager()
  const written = form()
  const { id } = (await browser.post(path, written)).body.data
  const put = (imap: string, smtp: string) =>
    browser.put(`${path}/${id}`, {
      ...written,
      enabled: true,
      config: {
        imap: [{ ...written.config.imap[0], password: imap }],
        smtp: [{ ...written.config.smtp[0], password: smtp }],
      },
    })

  await put('', secretMask)
  expect(await passwords(id)).toEqual(['fetch me', 'send me'])

  await put('', 'a new one')
  expect(await passwords(id)).toEqual(['fetch me', 'a new one'])
  const { changes } = await lastEvent(id)
  expect(Object.keys(changes as object)).toEqual(['config.smtp.0.password'])
  expect(JSON.stringify(changes)).not.toMatch(/a new one|v1\./)
})

test('a stored password never moves to another host', async () => {
  const browser = await manager()
  const written = form()
  const { id } = (await browser.post(path, written)).body.data
  const config = (password: string) => ({
    imap: [],
    smtp: [{ ...written.config.smtp[0], host: 'smtp.elsewhere.test', password }],
  })

  for (const password of ['', secretMask])
    expect(await browser.put(`${path}/${id}`, { ...written, config: config(password) })).toMatchObject({
      status: 400,
      body: { error_type: 'InputException', errors: [{ path: 'config.smtp.0.password' }] },
    })
  expect(await passwords(id)).toEqual(['fetch me', 'send me'])
  expect(await browser.put(`${path}/${id}`, { ...written, config: config('typed again') })).toMatchObject({
    status: 200,
  })
  expect(await passwords(id)).toEqual(['typed again'])
})

test('only agents who manage inboxes see mail hosts; others see names and addresses', async () => {
  const browser = await t.as(await t.make.agent())
  const { id } = (await (await manager()).post(path, form())).body.data

  const { body } = await browser.get(path)
  const seen = body.data.find((inbox: { id: number }) => inbox.id === id)
  expect(seen).toMatchObject({ name: 'Support', config: { imap: [], smtp: [] } })
  for (const call of [browser.get(`${path}/${id}`), browser.post(path, form()), browser.del(`${path}/${id}`)])
    expect(await call).toMatchObject({ status: 403, body: { error_type: 'PermissionException' } })
})

test('invalid input writes nothing and names the field', async () => {
  const browser = await manager()
  const rows = () => t.db.selectFrom('inboxes').select('id').execute()
  const before = await rows()
  const server = form().config.smtp[0]
  for (const [wrong, field] of [
    [{ from: 'Acme' }, 'from'],
    [{ from: 'Acme <help@acme.test>\r\nBcc: <x@y.test>' }, 'from'],
    [{ from: 'A\0cme <help@acme.test>' }, 'from'],
    [{ from: undefined }, 'from'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(141) }, 'name'],
    [{ channel: 'pigeon' }, 'channel'],
    [{ config: undefined }, 'config'],
    [{ aliases: ['nobody'] }, 'aliases.0'],
    [{ config: { imap: [], smtp: [{ ...server, host: '' }] } }, 'config.smtp.0.host'],
    [{ config: { imap: [], smtp: [{ ...server, host: 'a\r\nb' }] } }, 'config.smtp.0.host'],
    [{ config: { imap: [], smtp: [{ ...server, port: 70000 }] } }, 'config.smtp.0.port'],
    [{ config: { imap: [], smtp: [{ ...server, username: 'a\0' }] } }, 'config.smtp.0.username'],
    [
      { config: { imap: [], smtp: [{ ...server, hello_hostname: 'a\r\nMAIL' }] } },
      'config.smtp.0.hello_hostname',
    ],
  ] as const)
    expect(await browser.post(path, form(wrong)), field).toMatchObject({
      status: 400,
      body: { error_type: 'InputException', errors: [{ path: field }] },
    })
  expect(await rows()).toEqual(before)
})

test('an address belongs to one inbox only, as its own or as an alias, until that inbox is deleted', async () => {
  const browser = await manager()
  const { id } = (await browser.post(path, form({ from: 'one@acme.test', aliases: ['uno@acme.test'] }))).body
    .data

  for (const overrides of [
    { from: 'ONE@acme.test' },
    { from: 'Uno <uno@acme.test>' },
    { aliases: ['one@acme.test'] },
    { aliases: ['uno@acme.test'] },
  ])
    expect(await browser.post(path, form(overrides)), JSON.stringify(overrides)).toMatchObject({
      status: 409,
    })
  const both = await Promise.all(
    ['a', 'b'].map((name) => browser.post(path, form({ name, aliases: ['twin@acme.test'] }))),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])

  await browser.del(`${path}/${id}`)
  expect(await browser.post(path, form({ from: 'one@acme.test' }))).toMatchObject({ status: 200 })
})

test('toggling changes the state, deleting clears its settings but keeps its conversations, and unknown ids are 404', async () => {
  const browser = await manager()
  const reader = await t.as(await t.make.agent())
  const { id } = (await browser.post(path, form())).body.data
  const c = await t.make.conversation({ inbox_id: id })

  expect((await browser.put(`${path}/${id}/toggle`)).body.data.enabled).toBe(false)
  expect((await browser.put(`${path}/${id}/toggle`)).body.data.enabled).toBe(true)
  expect(await lastEvent(id)).toMatchObject({ type: 'inbox.toggled', changes: { enabled: [false, true] } })

  expect((await browser.del(`${path}/${id}`)).body.data).toBe(true)
  const row = await t.db.selectFrom('inboxes').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ config: {}, enabled: false, deleted_at: t.clock.now() })
  expect((await browser.get(path)).body.data.map((inbox: { id: number }) => inbox.id)).not.toContain(id)
  expect(await reader.get(`/api/v1/conversations/${c.uuid}`)).toMatchObject({ status: 200 })

  for (const call of [
    browser.get(`${path}/${id}`),
    browser.put(`${path}/${id}/toggle`),
    browser.put(`${path}/999999`, form()),
    browser.del(`${path}/${id}`),
  ])
    expect(await call).toMatchObject({ status: 404, body: { error_type: 'NotFoundException' } })
})

test('older clients can change an inbox without resetting fields that they do not know', async () => {
  const browser = await manager()
  const written = form({ aliases: ['keep@acme.test'], quote_history: false, receiver_enabled: false })
  const { id } = (await browser.post(path, written)).body.data
  const {
    aliases: _a,
    quote_history: _q,
    receiver_enabled: _r,
    ...old
  } = { ...written, name: 'Renamed' } as Record<string, unknown>

  const { body } = await browser.put(`${path}/${id}`, { ...old, imap: {}, smtp: {}, csat_enabled: true })

  expect(body.data).toMatchObject({
    name: 'Renamed',
    enabled: true,
    csat_enabled: true,
    aliases: ['keep@acme.test'],
    quote_history: false,
    receiver_enabled: false,
  })
})

test('a From name may contain variables, and a broken one is rejected with its position', async () => {
  const browser = await manager()
  const from = (name: string) => `${name} <template${++count}@acme.test>`

  expect(await browser.post(path, form({ from: from('{{ agent.first_name }} at Acme') }))).toMatchObject({
    status: 200,
  })
  expect(await browser.post(path, form({ from: from('{{ agent.first_name at Acme') }))).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'from', message: expect.stringMatching(/Line 1, column 1/) }] },
  })
})

test('older clients do not reset the signature, and a broken one is rejected', async () => {
  const browser = await manager()
  const written = form({ signature: '{{ agent.first_name }}\nAcme' })
  const { id } = (await browser.post(path, written)).body.data
  const { signature: _known, ...old } = written as Record<string, unknown>

  expect((await browser.put(`${path}/${id}`, old)).body.data.signature).toBe('{{ agent.first_name }}\nAcme')
  expect(await browser.put(`${path}/${id}`, { ...old, signature: '{% if %}{{' })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'signature' }] },
  })
})

test('each inbox has a receiving address at the mail host, which follows the setting', async () => {
  const hosted = await startTestApp({ mail_host: 'mail.acme.test' })
  onTestFinished(() => hosted.stop())
  const browser = await hosted.as(await hosted.make.agent({ permissions: ['inboxes:manage'] }))
  const { body } = await browser.post(path, form({}))
  expect(body.data.receiving_address).toMatch(/^inbox-[0-9a-f]{20}@mail\.acme\.test$/)
  const address = async () => (await browser.get(`${path}/${body.data.id}`)).body.data.receiving_address
  await updateReceivingAddresses(hosted.db, 'mx.acme.test')
  expect(await address()).toBe(body.data.receiving_address.replace('mail.', 'mx.'))
  await updateReceivingAddresses(hosted.db, null)
  expect(await address()).toBeNull()
})
