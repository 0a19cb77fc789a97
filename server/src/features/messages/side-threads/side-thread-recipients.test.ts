import { expect, test } from 'vitest'
import {
  forward,
  forwarded,
  out,
  path,
  receiveQuestion,
  sam,
  setUpSideThreads,
  t,
} from './side-threads-suite.ts'

setUpSideThreads()

test.each([
  'grace@customer.test',
  'GRACE@Customer.TEST',
  'grace@customer.test.',
  'grace@customer\u3002test',
  'grace@customer\uff0etest',
  'grace@\uff43ustomer.test',
  'grace@cust\u00adomer.test',
  'grace@cust\u200bomer.test',
])('the customer gets no email of a side thread, however their address is spelled: %j', async (address) => {
  const c = await receiveQuestion()
  const { status, body } = await forward(c, { to: [address] })
  expect([status, body.message]).toEqual([400, expect.stringContaining('is the customer')])
})

test('a customer with an international domain is recognised in either spelling', async () => {
  const c = await receiveQuestion()
  for (const [stored, written] of [
    ['ada@b\u00fccher.test', 'ada@xn--bcher-kva.test'],
    ['eve@xn--bcher-kva.test', 'eve@bu\u0308cher.test'],
  ] as const) {
    await t.db
      .insertInto('contact_addresses')
      .values({ address: stored, contact_id: c.contact_id, created_at: t.clock.now() })
      .execute()
    expect((await forward(c, { to: [written] })).status).toBe(400)
  }
  const { sent } = await forwarded(c, { to: ['depot@b\u00fccher.test'] })
  expect(sent?.to[0]).toMatch(/^depot@(b\u00fccher|xn--bcher-kva)\.test$/)
})

test('the address that is stored is the one that gets the email', async () => {
  const c = await receiveQuestion()
  const { sent, message } = await forwarded(c, { to: ['depot@couri\uff45r\u3002test'] })
  expect(message.meta.to).toEqual(['depot@courier.test'])
  expect(sent?.to).toEqual(['depot@courier.test'])
})

test('who may not read messages can send them to nobody', async () => {
  const c = await receiveQuestion('Our secret')
  const blind = await t.make.agent({
    permissions: ['conversations:read', 'conversations:read_all', 'conversations:forward', 'messages:write'],
  })
  const before = out.sink.mails.length
  for (const undo_seconds of [0, 10])
    expect((await forward(c, { to: ['me@elsewhere.test'], undo_seconds }, blind)).status).toBe(403)
  const quoting = { message: '<p>Me</p>', to: ['me@elsewhere.test'], history: 'all' }
  const later = new Date(t.clock.now().getTime() + 3_600_000).toISOString()
  for (const more of [{}, { undo_seconds: 10 }, { send_at: later }]) {
    const browser = await t.as(blind)
    expect((await browser.post(path(c, '/messages'), { ...quoting, ...more })).status).toBe(403)
  }
  expect(out.sink.mails).toHaveLength(before)
  expect((await (await t.as(sam)).get(path(c, '/side-threads'))).body.data).toEqual([])
  expect(
    (await (await t.as(blind)).post(path(c, '/messages'), { ...quoting, history: 'known' })).status,
  ).toBe(200)
})
