import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { findSendingState } from '../../inboxes/sending-state.ts'
import { deliverSystemMail } from '../../system-mail/deliver-system-mail.ts'
import { deliverMessage } from './deliver-message.ts'

let t: TestApp
let out: TestSending
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
})
afterAll(async () => {
  await out.stop()
  await t.stop()
})

const sendFrom = async (inbox_id: number) => {
  const { id } = await out.reply(await t.make.conversation({ inbox_id }))
  await deliverMessage(out.deps, id)
}
const errorOf = async (inbox_id: number | null) => (await findSendingState(t.db, inbox_id))?.error

test('a sent reply shows that its inbox can send; a rejected recipient shows nothing', async () => {
  const { id } = await out.inbox()
  out.sink.behave({ kind: 'refuse', at: 'rcpt', code: 550, text: 'No such user' })
  await sendFrom(id)
  expect(await errorOf(id)).toBeUndefined()
  out.sink.behave({ kind: 'accept' })
  await sendFrom(id)
  expect(await errorOf(id)).toBeNull()
  out.sink.behave({ kind: 'refuse', at: 'rcpt', code: 550, text: 'No such user' })
  await sendFrom(id)
  expect(await errorOf(id)).toBeNull()
  out.sink.behave({ kind: 'accept' })
})

test('an unresponsive server is marked as failing, and as working after the next reply', async () => {
  const { id, config } = await out.inbox(undefined, { port: 9 })
  await sendFrom(id)
  expect(await errorOf(id)).toMatch(/doesn’t accept connections/)
  const { port } = out.sink
  const fixed = JSON.parse(JSON.stringify(config).replace('"port":9', `"port":${port}`))
  await t.db
    .updateTable('inboxes')
    .set({ config: JSON.stringify(fixed) })
    .where('id', '=', id)
    .execute()
  await sendFrom(id)
  expect(await errorOf(id)).toBeNull()
})

test('a workspace email shows whether its mail server works', async () => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const path = '/api/v1/settings/notifications/email'
  const send = async (port: number) => {
    const values = {
      enabled: true,
      email_address: 'desk@acme.test',
      host: '127.0.0.1',
      port,
      tls_type: 'none',
    }
    const body = Object.fromEntries(
      Object.entries(values).map(([key, value]) => [`notification.email.${key}`, value]),
    )
    expect((await admin.put(path, body)).status).toBe(200)
    const email = `ina${port}@acme.test`
    await admin.post('/api/v1/agents', {
      first_name: 'Ina',
      email,
      roles: ['Agent'],
      send_welcome_email: true,
    })
    const mails = await t.db.selectFrom('system_mails').select('id').where('status', '=', 'pending').execute()
    for (const { id } of mails) await deliverSystemMail({ ...t, root_url: 'http://desk.parley.test' }, id)
  }
  await send(9)
  expect(await errorOf(null)).toMatch(/doesn’t accept connections/)
  expect((await admin.get(`${path}/mails`)).body.data).toMatchObject({ sending: 'failing' })
  await send(out.sink.port)
  expect(await errorOf(null)).toBeNull()
  expect((await admin.get(`${path}/mails`)).body.data).toMatchObject({
    sending: 'working',
    sending_error: null,
  })
})
