import { afterAll, beforeAll, expect } from 'vitest'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

export let t: TestApp

export let mail: TestMail

export const address = 'help@acme.test'

export let inbox_id: number

export const lastDelivery = async () => {
  const delivery = (await mail.deliveries()).at(-1)
  if (!delivery) throw new Error('There is no delivery')
  return delivery
}

export const messageOf = async (delivery: { stored_message_id: number | null }) =>
  t.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', delivery.stored_message_id ?? 0)
    .executeTakeFirstOrThrow()

export const receiveRaw = async (raw: string | Buffer) => {
  const delivery = await mail.receive(raw, address)
  expect(delivery).toMatchObject({ state: 'threaded', reason: null })
  return messageOf(delivery)
}

export function setUpDeliveries() {
  beforeAll(async () => {
    t = await startTestApp()
    mail = await startTestMail(t)
    inbox_id = (await t.make.inbox(address)).id
  })
  afterAll(async () => {
    await mail.stop()
    await t.stop()
  })
}
