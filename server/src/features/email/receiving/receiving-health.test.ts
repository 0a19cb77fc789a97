import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { storeRawMail } from '../ledger/raw-mail.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const manager = async () => t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
const minutes = (count: number) => new Date(t.clock.now().getTime() - count * 60_000)
const arrival = async (
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

test('the health of an inbox says when its newest mail came, since when mail waits, and what is stuck', async () => {
  const [busy, idle] = [await t.make.inbox(), await t.make.inbox()]
  await arrival(busy.id, minutes(30), 'threaded')
  await arrival(busy.id, minutes(9), 'received')
  await arrival(busy.id, minutes(7), 'received')
  await arrival(busy.id, minutes(3), 'quarantined')

  const { data } = (await (await manager()).get('/api/v1/email/health')).body
  const of = (id: number) => data.inboxes.find((one: { inbox_id: number }) => one.inbox_id === id)

  expect(data.receiver_port).toBe(null)
  expect(of(busy.id)).toMatchObject({
    last_mail_at: minutes(3).toISOString(),
    waiting: 2,
    waiting_since: minutes(9).toISOString(),
    quarantined: 1,
  })
  expect(of(idle.id)).toMatchObject({ last_mail_at: null, waiting: 0, waiting_since: null, quarantined: 0 })
})

test('the header lines of a mail come as they are, without its body, and broken bytes do no harm', async () => {
  const { id } = await t.make.inbox()
  const browser = await manager()
  const read = async (raw: string) => {
    const delivery = await arrival(id, minutes(1), 'quarantined', raw)
    return (await browser.get(`/api/v1/email/deliveries/${delivery.id}/headers`)).body.data
  }

  expect(await read('Subject: Hi\r\nX-A: 1\r\n\r\nsecret body')).toEqual({
    headers: 'Subject: Hi\r\nX-A: 1',
    is_cut: false,
  })
  expect(await read('Subject: \xe9\n\nbody')).toEqual({ headers: 'Subject: é', is_cut: false })
  expect(await read('Subject: nothing else')).toEqual({ headers: 'Subject: nothing else', is_cut: false })
  const long = await read(`X-Long: ${'x'.repeat(70_000)}\r\n\r\nbody`)
  expect(long.is_cut).toBe(true)
  expect(long.headers).toHaveLength(64 * 1024)
})
