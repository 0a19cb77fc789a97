import { hostname } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendSmtpLines, startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { deliverMessage } from './deliver-message.ts'
import { ehloName } from './ehlo-name.ts'

test.each([
  ['mail.acme.test', 'https://help.acme.test', 'mail.acme.test'],
  [null, 'https://help.acme.test', 'help.acme.test'],
  [null, 'http://localhost:3000', '[127.0.0.1]'],
  [null, 'http://192.0.2.1:3000', '[127.0.0.1]'],
])('with the mail host %s and the root URL %s the EHLO name is %s', (mail_host, root_url, expected) => {
  expect(ehloName({ mail_host, root_url })).toBe(expected)
})

let t: TestApp
let out: TestSending
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
  mail = await startTestMail(t)
})
afterAll(async () => {
  await mail.stop()
  await out.stop()
  await t.stop()
})

test('a reply uses the configured EHLO name or that of its inbox, never the machine’s', async () => {
  const ehloOf = async (hello_hostname: string) => {
    const inbox = await out.inbox(undefined, { hello_hostname })
    const { id } = await out.reply(await t.make.conversation({ inbox_id: inbox.id }))
    await deliverMessage(out.deps, id)
    return out.sink.mails.at(-1)?.ehlo
  }
  expect(await ehloOf('')).toBe(t.ehlo)
  expect(await ehloOf('out.acme.test')).toBe('out.acme.test')
})

test('all other outgoing connections and the receiver use it too', async () => {
  const inbox = await out.inbox()
  const manager = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  await manager.post(`/api/v1/inboxes/${inbox.id}/prove-plus-address`, {})
  expect(out.sink.mails.at(-1)?.ehlo).toBe(t.ehlo)
  const [greeting, hello] = await sendSmtpLines(mail.receiver.port, ['EHLO customer.test', 'QUIT'])
  expect(greeting).toContain(t.ehlo)
  expect(`${greeting} ${hello}`).not.toContain(hostname())
})
