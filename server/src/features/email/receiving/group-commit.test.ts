import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Act } from '../../../db/transaction.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { ReceivedMail } from '../ledger/record-delivery.ts'
import { createGroupCommit } from './group-commit.ts'

let t: TestApp
let inbox_id: number
beforeAll(async () => {
  t = await startTestApp()
  inbox_id = (await t.make.inbox('help@acme.test')).id
})
afterAll(() => t.stop())

const mailFrom = (name: string, inbox = inbox_id): ReceivedMail => ({
  inbox_id: inbox,
  envelope: {
    peer: '192.0.2.7',
    helo: 'mail "quoted", {braces}',
    from: name,
    recipients: ['help@acme.test'],
  },
  raw_hash: createHash('sha256').update(name).digest(),
  raw_size: 1234,
})
const listSenders = async () => {
  const rows = await t.db.selectFrom('mail_deliveries').select('envelope').orderBy('id').execute()
  return rows.map(({ envelope }) => (envelope as ReceivedMail['envelope']).from)
}

test('emails that arrive during a commit share the next one', async () => {
  let transactions = 0
  const act: Act = (actor, work) => {
    transactions++
    return t.act(actor, work)
  }
  const record = createGroupCommit({ ...t, act })
  const names = Array.from({ length: 20 }, (_, n) => `sender-${n}@customer.test`)
  await Promise.all(names.map((name) => record([mailFrom(name)])))
  expect(transactions).toBe(2)
  expect(await listSenders()).toEqual(names)
  const rows = await t.db.selectFrom('mail_deliveries').selectAll().execute()
  expect(rows[7]).toMatchObject({
    ...mailFrom('sender-7@customer.test'),
    source: 'smtp',
    state: 'received',
    historical: false,
    received_at: t.clock.now(),
  })
  const jobs = await t.jobs()
  expect(jobs.map(({ key }) => key)).toEqual(rows.map(({ id }) => `read_delivery:${id}`))
})

test('a mail that can’t be recorded doesn’t keep the others out', async () => {
  const record = createGroupCommit(t)
  const before = await listSenders()
  const results = await Promise.allSettled([
    record([mailFrom('first@customer.test')]),
    record([mailFrom('second@customer.test')]),
    record([mailFrom('both@customer.test'), mailFrom('lost@customer.test', 999_999)]),
    record([mailFrom('third@customer.test')]),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect((await listSenders()).slice(before.length)).toEqual([
    'first@customer.test',
    'second@customer.test',
    'third@customer.test',
  ])
})

test('an outage fails every mail that waited, once', async () => {
  let transactions = 0
  const record = createGroupCommit({
    ...t,
    act: () => {
      transactions++
      return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    },
  })
  const results = await Promise.allSettled(
    ['a@b.test', 'c@d.test', 'e@f.test'].map((n) => record([mailFrom(n)])),
  )
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(transactions).toBe(2)
})
