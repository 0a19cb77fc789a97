import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../email/test-mail.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { findLosses } from './reconcile.ts'

let t: TestApp
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  await t.make.inbox('help@acme.test')
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const nothing = { emails: [], replies: [] }
const raw = (id: string) =>
  Buffer.from(`Message-ID: <${id}>\r\nFrom: grace@customer.test\r\nSubject: Parcel\r\n\r\nWhere is it?\r\n`)
const deliver = (id: string) => mail.send(raw(id), 'help@acme.test', 'grace@customer.test')

test('emails and replies that were accepted and are missing are failures', async () => {
  expect(
    await findLosses(t.pool, { emails: ['a@customer.test'], replies: ['no-such-uuid'] }, new Map()),
  ).toEqual(['a@customer.test was acknowledged and is lost', 'reply no-such-uuid was accepted and is lost'])
})

test('an email is a failure until it has been processed, and when it is there twice', async () => {
  await deliver('b@customer.test')
  const promised = { ...nothing, emails: ['b@customer.test'] }
  expect(await findLosses(t.pool, promised, new Map())).not.toEqual([])
  await mail.readAllAtOnce()
  expect(await findLosses(t.pool, promised, new Map())).toEqual([])
  await deliver('b@customer.test')
  await mail.readAllAtOnce()
  expect(await findLosses(t.pool, promised, new Map())).toEqual(['b@customer.test is in the ledger 2 times'])
})

test('a reply is a failure unless it is sent and has arrived once', async () => {
  const { rows } = await t.pool.query<{ uuid: string }>(
    `insert into messages (created_at, updated_at, conversation_id, inbox_id, type, status, sender_type, sender_id, content, source_id)
     select created_at, updated_at, conversation_id, inbox_id, 'outgoing', 'sent', 'agent', sender_id, content, 'reply@acme.test'
     from messages where type = 'incoming' limit 1 returning uuid`,
  )
  const uuid = rows[0]?.uuid ?? ''
  const failures = async (arrivals: number) =>
    (
      await findLosses(t.pool, { ...nothing, replies: [uuid] }, new Map([['reply@acme.test', arrivals]]))
    ).filter((line) => line.startsWith('reply'))
  expect(await failures(1)).toEqual([])
  expect(await failures(0)).toEqual([`reply ${uuid} reached the mail server 0 times`])
  expect(await failures(2)).toEqual([`reply ${uuid} reached the mail server 2 times`])
  await t.pool.query(`update messages set status = 'failed' where uuid = $1`, [uuid])
  expect(await failures(1)).toEqual([`reply ${uuid} is failed`])
})
