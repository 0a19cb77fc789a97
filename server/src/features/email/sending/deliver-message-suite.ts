import { afterAll, afterEach, beforeAll } from 'vitest'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { deliverMessage, type SendingDeps } from './deliver-message.ts'

export let t: TestApp

export let out: TestSending

export let mail: TestMail

export const deliver = (id: number, deps: Partial<SendingDeps> = {}) =>
  deliverMessage({ ...out.deps, ...deps }, id)

export const createConversation = async (more: object = {}) =>
  t.make.conversation({ inbox_id: (await out.inbox()).id, email: 'grace@customer.test', ...more })

export const getConversation = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const jobOf = async (id: number) => (await t.jobs()).find(({ key }) => key === `send_message:${id}`)

export function setUpSending() {
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
  afterEach(() => {
    out.sink.behave({ kind: 'accept' })
    out.sink.mails.length = 0
  })
}
