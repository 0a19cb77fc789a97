import { hasOpenSteps, isSetupIncomplete } from '@parley/contract/settings/getting-started'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '../../identity/password.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { saveSendingOutcome } from '../inboxes/sending-state.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  // A fresh server, so that no other agents exist.
  const { id } = await t.db
    .selectFrom('agents')
    .select('id')
    .where('is_system', '=', false)
    .executeTakeFirstOrThrow()
  admin = await t.as({ id })
})
afterAll(() => t.stop())

const path = '/api/v1/getting-started'
const state = async () => (await admin.get(path)).body.data

test('in an empty workspace every step is open', async () => {
  expect(await state()).toEqual({
    inbox: false,
    system_mail: false,
    agents: false,
    conversation: false,
    can_receive: false,
    can_send: false,
    can_invite: false,
    people: false,
    workspace_name: false,
    time_zone: false,
    logo: false,
    own_password: false,
    kept: [],
    dismissed: false,
  })
})

test('the inbox step is done while an inbox exists', async () => {
  const { id } = await t.make.inbox()
  expect(await state()).toMatchObject({ inbox: true })
  await admin.del(`/api/v1/inboxes/${id}`)
  expect(await state()).toMatchObject({ inbox: false })
})

test('the agents step is done once a second person can sign in', async () => {
  const { id } = await t.make.agent()
  expect(await state()).toMatchObject({ agents: true })
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', id).execute()
  expect(await state()).toMatchObject({ agents: false })
  await t.db.updateTable('agents').set({ enabled: true }).where('id', '=', id).execute()
})

test('the notification email step is done once sending is enabled', async () => {
  const settings = {
    'notification.email.host': '127.0.0.1',
    'notification.email.email_address': 'desk@parley.test',
  }
  await admin.put('/api/v1/settings/notifications/email', settings)
  expect(await state()).toMatchObject({ system_mail: false })
  await admin.put('/api/v1/settings/notifications/email', { ...settings, 'notification.email.enabled': true })
  expect(await state()).toMatchObject({ system_mail: true })
})

const outcome = (inbox_id: number | null, error: string | null) =>
  t.act(t.system, (tx) => saveSendingOutcome(tx, inbox_id, error))

test('an inbox can receive once its mailbox was read or email arrived, but not while the mailbox fails', async () => {
  const imap = { host: 'imap.acme.test', port: 993, username: 'help', password: 'x' }
  const body = { name: 'Mailbox', from: 'mailbox@acme.test', config: { imap: [imap], smtp: [] } }
  const { id } = (await admin.post('/api/v1/inboxes', body)).body.data
  const cursor = { inbox_id: id, folder: 'help@imap.acme.test/INBOX' }
  await t.db.insertInto('imap_cursors').values(cursor).execute()
  const see = async (columns: { synced_at?: Date | null; last_error?: string | null }) => {
    await t.db
      .updateTable('imap_cursors')
      .set({ inbox_id: id, ...columns })
      .where('inbox_id', '=', id)
      .execute()
    return (await state()).can_receive
  }
  expect(await see({})).toBe(false)
  expect(await see({ synced_at: t.clock.now() })).toBe(true)
  expect(await see({ last_error: 'No answer' })).toBe(false)
  await t.db
    .insertInto('mail_deliveries')
    .values({
      received_at: t.clock.now(),
      updated_at: t.clock.now(),
      inbox_id: id,
      source: 'api',
      raw_hash: Buffer.alloc(32),
      raw_size: 1,
    })
    .execute()
  expect(await see({})).toBe(false)
  expect(await see({ last_error: null, synced_at: null })).toBe(true)
  await admin.put(`/api/v1/inboxes/${id}/toggle`)
  expect(await state()).toMatchObject({ can_receive: false })
})

test('an inbox can send if its server worked the last time it was used', async () => {
  const smtp = { host: 'smtp.acme.test', port: 587, username: 'help', password: 'x' }
  const body = { name: 'Outbox', from: 'outbox@acme.test', config: { imap: [], smtp: [smtp] } }
  const { id } = (await admin.post('/api/v1/inboxes', body)).body.data
  expect(await state()).toMatchObject({ can_send: false })
  await outcome(id, null)
  expect(await state()).toMatchObject({ can_send: true })
  await outcome(id, 'No answer')
  expect(await state()).toMatchObject({ can_send: false })
  await outcome(id, null)
})

test("invitations can be sent if the workspace's mail server worked the last time it was used", async () => {
  expect(await state()).toMatchObject({ system_mail: true, can_invite: false })
  await outcome(null, null)
  expect(await state()).toMatchObject({ can_invite: true })
  await outcome(null, 'No answer')
  expect(await state()).toMatchObject({ can_invite: false })
  await outcome(null, null)
})

test('the people step is done once a second agent has signed in', async () => {
  expect(await state()).toMatchObject({ agents: true, people: false })
  await t.db
    .updateTable('agents')
    .set({ last_login_at: t.clock.now() })
    .where('is_system', '=', false)
    .execute()
  expect(await state()).toMatchObject({ people: true })
})

test('the initial password counts as open until its owner changes it', async () => {
  expect(await state()).toMatchObject({ own_password: false })
  const password_hash = await hashPassword('Correct-horse-9')
  await t.db.updateTable('agents').set({ password_hash }).where('has_initial_password', '=', true).execute()
  expect(await state()).toMatchObject({ own_password: true })
})

test('name, time zone and logo are done once they are changed or explicitly kept', async () => {
  const general = (await admin.get('/api/v1/settings/general')).body.data
  await admin.put('/api/v1/settings/general', {
    ...general,
    'app.site_name': 'Acme',
    'app.timezone': 'Pacific/Auckland',
  })
  expect(await state()).toMatchObject({ workspace_name: true, time_zone: true, logo: false, kept: [] })
  await admin.put('/api/v1/settings/general', general)
  expect(await state()).toMatchObject({ workspace_name: false, time_zone: false })
  await admin.put(`${path}/kept`, { steps: ['logo', 'time_zone', 'logo'] })
  expect(await state()).toMatchObject({
    workspace_name: false,
    time_zone: true,
    logo: true,
    kept: ['time_zone', 'logo'],
  })
  await admin.put(`${path}/kept`, { steps: [] })
  expect(await state()).toMatchObject({ time_zone: false, kept: [] })
  expect((await admin.put(`${path}/kept`, { steps: ['people'] })).status).toBe(400)
})

test('setup is complete once customers can be answered, and steps remain until all are done', async () => {
  expect(isSetupIncomplete(await state())).toBe(true)
  await t.make.conversation()
  expect(await state()).toMatchObject({ can_receive: false })
  expect(isSetupIncomplete(await state())).toBe(true)
  const { id } = await t.make.inbox()
  await t.db.updateTable('mail_deliveries').set({ inbox_id: id }).execute()
  expect(isSetupIncomplete(await state())).toBe(false)
  expect(hasOpenSteps(await state())).toBe(true)
  await admin.put(`${path}/kept`, { steps: ['workspace_name', 'time_zone', 'logo'] })
  expect(hasOpenSteps(await state())).toBe(false)
})

test('dismissing the steps applies to everyone, can be undone, and is recorded once', async () => {
  const events = () => t.db.selectFrom('events').select('changes').where('type', '=', 'settings.changed')
  const before = (await events().execute()).length
  const other = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
  await admin.put(path, { dismissed: true })
  await admin.put(path, { dismissed: true })
  expect((await other.get(path)).body.data).toMatchObject({ dismissed: true })
  await other.put(path, { dismissed: false })
  expect(await state()).toMatchObject({ dismissed: false })
  expect((await events().orderBy('id').execute()).slice(before)).toEqual([
    { changes: { 'getting_started.dismissed': [false, true] } },
    { changes: { 'getting_started.dismissed': [true, false] } },
  ])
  expect((await admin.put(path, {})).status).toBe(400)
})
