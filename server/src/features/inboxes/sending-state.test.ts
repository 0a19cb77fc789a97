import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '../../testing/email/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { checkSending } from './check-sending.ts'
import { findSendingState, saveSendingOutcome } from './sending-state.ts'

let t: TestApp
let sink: SmtpSink
let manager: Awaited<ReturnType<TestApp['as']>>
let agent: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  sink = await startSmtpSink({ auth: { user: 'desk', password: 'open sesame' } })
  manager = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  agent = await t.as(await t.make.agent())
})
afterAll(async () => {
  await sink.stop()
  await t.stop()
})
beforeEach(() => sink.behave({ kind: 'accept' }))

const path = '/api/v1/inboxes'
let count = 0
const form = (smtp: object[]) => ({
  name: 'Support',
  enabled: true,
  from: `help${++count}@acme.test`,
  config: { imap: [], smtp },
})
const server = (overrides: object = {}) => ({
  host: sink.host,
  port: sink.port,
  username: 'desk',
  password: 'open sesame',
  tls_type: 'none',
  auth_protocol: 'plain',
  ...overrides,
})
const create = async (smtp: object[]) => (await manager.post(path, form(smtp))).body.data
const readInbox = async (id: number, who = manager) =>
  (await who.get(path)).body.data.find((inbox: { id: number }) => inbox.id === id)
const check = (inbox_id: number | null, attempt = 1) => checkSending(t, { inbox_id, attempt })
const queuedChecks = async (inbox_id: number) =>
  (await t.jobs()).filter(({ key }) => key === `check_sending:${inbox_id}`)
const changes = (id: number) =>
  t.db
    .selectFrom('events')
    .select('type')
    .where('object_type', '=', 'inbox')
    .where('object_id', '=', id)
    .where('type', '=', 'inbox.sending_changed')
    .execute()

test('an inbox shows whether it can send replies, and administrators see why not', async () => {
  const none = await create([])
  expect(none).toMatchObject({ sending: 'not_set_up', sending_error: null })
  const { id } = await create([server({ password: 'wrong' })])
  expect(await readInbox(id)).toMatchObject({ sending: 'untested' })
  expect(await queuedChecks(id)).toHaveLength(1)
  await check(id)
  expect(await readInbox(id)).toMatchObject({
    sending: 'failing',
    sending_error: expect.stringContaining('didn’t accept'),
    sending_failing_since: expect.any(String),
  })
  expect(await readInbox(id, agent)).toMatchObject({
    sending: 'failing',
    sending_error: null,
    sending_failing_since: null,
  })
  await manager.put(`${path}/${id}/toggle`)
  expect(await readInbox(id)).toMatchObject({ sending: 'off' })
})

test('a corrected server is checked again and works, and each change records one event', async () => {
  const wrong = form([server({ password: 'wrong' })])
  const { id } = (await manager.post(path, wrong)).body.data
  await check(id)
  await check(id, 2)
  expect(await changes(id)).toHaveLength(1)
  await manager.put(`${path}/${id}`, { ...wrong, config: { imap: [], smtp: [server()] } })
  expect(await readInbox(id)).toMatchObject({ sending: 'untested', sending_error: null })
  expect(await queuedChecks(id)).toHaveLength(1)
  await check(id)
  await check(id)
  expect(await readInbox(id)).toMatchObject({ sending: 'working' })
  expect(await changes(id)).toHaveLength(2)
})

test('a failing server is checked again with back-off until it works', async () => {
  const { id } = await create([server({ port: 9, host: '127.0.0.1' })])
  await check(id, 3)
  const [next] = await queuedChecks(id)
  expect(next?.run_at.getTime()).toBeGreaterThan(t.clock.now().getTime() + 60_000)
})

test('an outcome for a server that was replaced in the meantime is dropped', async () => {
  const first = form([server({ password: 'wrong' })])
  const { id } = (await manager.post(path, first)).body.data
  const act: typeof t.act = async (actor, work) => {
    await manager.put(`${path}/${id}`, { ...first, config: { imap: [], smtp: [server()] } })
    return t.act(actor, work)
  }
  await checkSending({ ...t, act }, { inbox_id: id, attempt: 1 })
  expect(await readInbox(id)).toMatchObject({ sending: 'untested' })
})

test('a repeated outcome writes nothing, and the state is deleted with its inbox', async () => {
  const { id } = await create([server()])
  const record = (error: string | null) => t.act(t.system, (tx) => saveSendingOutcome(tx, id, error))
  await record('No answer')
  const before = await findSendingState(t.db, id)
  await record('No answer')
  await record('Still no answer')
  expect(await findSendingState(t.db, id)).toEqual({ ...before, error: 'Still no answer' })
  await record(null)
  expect(await findSendingState(t.db, id)).toMatchObject({ error: null, failing_since: null })
  expect(await changes(id)).toHaveLength(2)
})
