import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { storeRawMail } from '../ledger/raw-mail.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const manager = async () => t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
const minutesAgo = (count: number) => new Date(t.clock.now().getTime() - count * 60_000)
const insertDelivery = async (
  inbox_id: number,
  at: Date,
  state: 'received' | 'quarantined' | 'threaded',
  raw = '',
) =>
  t.db
    .insertInto('mail_deliveries')
    .values({
      received_at: at,
      updated_at: at,
      inbox_id,
      source: 'smtp',
      raw_hash: await storeRawMail(t.files.mail, Buffer.from(raw, 'latin1')),
      raw_size: raw.length,
      state,
      ...(state === 'quarantined' && { reason: 'a sample' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()

test("an inbox's health shows its newest mail, how long mail has been waiting, and what is quarantined", async () => {
  const [busy, idle] = [await t.make.inbox(), await t.make.inbox()]
  await insertDelivery(busy.id, minutesAgo(30), 'threaded')
  await insertDelivery(busy.id, minutesAgo(9), 'received')
  await insertDelivery(busy.id, minutesAgo(7), 'received')
  await insertDelivery(busy.id, minutesAgo(3), 'quarantined')

  const { data } = (await (await manager()).get('/api/v1/email/health')).body
  const inboxHealth = (id: number) => data.inboxes.find((one: { inbox_id: number }) => one.inbox_id === id)

  expect(data.receiver_port).toBe(null)
  expect(inboxHealth(busy.id)).toMatchObject({
    last_mail_at: minutesAgo(3).toISOString(),
    waiting: 2,
    waiting_since: minutesAgo(9).toISOString(),
    quarantined: 1,
  })
  expect(inboxHealth(idle.id)).toMatchObject({
    last_mail_at: null,
    waiting: 0,
    waiting_since: null,
    quarantined: 0,
  })
})

test('headers of a mail are returned unchanged without the body, and broken bytes do no harm', async () => {
  const { id } = await t.make.inbox()
  const browser = await manager()
  const read = async (raw: string) => {
    const delivery = await insertDelivery(id, minutesAgo(1), 'quarantined', raw)
    return (await browser.get(`/api/v1/email/deliveries/${delivery.id}/headers`)).body.data
  }

  expect(await read('Subject: Hi\r\nX-A: 1\r\n\r\nsecret body')).toEqual({
    headers: 'Subject: Hi\r\nX-A: 1',
    is_cut: false,
  })
  expect(await read('Subject: \xe9\n\nbody')).toEqual({ headers: 'Subject: é', is_cut: false })
  expect(await read('Subject: nothing else')).toEqual({ headers: 'Subject: nothing else', is_cut: false })
  const longHeader = await read(`X-Long: ${'x'.repeat(70_000)}\r\n\r\nbody`)
  expect(longHeader.is_cut).toBe(true)
  expect(longHeader.headers).toHaveLength(64 * 1024)
})
