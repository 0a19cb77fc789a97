import { isBeingSetUp } from '@parley/contract/getting-started'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  // The first start's own, so that nobody else is there.
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

test('on an empty workspace everything is still to do', async () => {
  expect(await state()).toEqual({
    inbox: false,
    system_mail: false,
    agents: false,
    conversation: false,
    dismissed: false,
  })
})

test('an inbox counts while it is there', async () => {
  const { id } = await t.make.inbox()
  expect(await state()).toMatchObject({ inbox: true })
  await admin.del(`/api/v1/inboxes/${id}`)
  expect(await state()).toMatchObject({ inbox: false })
})

test('agents are there when a second person may sign in', async () => {
  const { id } = await t.make.agent()
  expect(await state()).toMatchObject({ agents: true })
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', id).execute()
  expect(await state()).toMatchObject({ agents: false })
  await t.db.updateTable('agents').set({ enabled: true }).where('id', '=', id).execute()
})

test('mail to agents is set up once it is switched on', async () => {
  const settings = {
    'notification.email.host': '127.0.0.1',
    'notification.email.email_address': 'desk@parley.test',
  }
  await admin.put('/api/v1/settings/notifications/email', settings)
  expect(await state()).toMatchObject({ system_mail: false })
  await admin.put('/api/v1/settings/notifications/email', { ...settings, 'notification.email.enabled': true })
  expect(await state()).toMatchObject({ system_mail: true })
})

test('with the first conversation the desk works', async () => {
  await t.make.inbox()
  expect(isBeingSetUp(await state())).toBe(true)
  await t.make.conversation()
  expect(isBeingSetUp(await state())).toBe(false)
})

test('putting the steps away holds for everybody, can be taken back and is on record once', async () => {
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
