import { randomUUID } from 'node:crypto'
import { parseMail } from '@parley/mail/parse/parse-mail'
import { expect, test } from 'vitest'
import { deliverMessage } from './deliver-message.ts'
import { createConversation, deliver, jobOf, out, setUpSending, t } from './deliver-message-suite.ts'
import { type ClaimedMessage, claimMessage, renewClaim } from './message-claim.ts'
import { markFailed, markSent, scheduleRetry } from './message-outcome.ts'
import { requeueUnsent } from './requeue-unsent.ts'

setUpSending()

const sweep = () => t.act(t.system, (tx) => requeueUnsent(tx, 60_000))

test("a crashed worker's claim expires, and the reply is sent again with the same Message-ID", async () => {
  const m = await out.reply(await createConversation())
  const claimed = await t.act(t.system, (tx) => claimMessage(tx, t.secrets, m.id, null))
  t.clock.advance(29_000)
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(0)
  await t.pool.query('delete from graphile_worker._private_jobs')
  await t.act(t.system, (tx) => requeueUnsent(tx, 0))
  expect(await jobOf(m.id)).toBeUndefined()

  t.clock.advance(1000)
  await sweep()
  t.clock.advance(14_999)
  await sweep()
  expect(await jobOf(m.id)).toBeUndefined()
  t.clock.advance(1)
  await sweep()
  expect(await jobOf(m.id)).toMatchObject({ task: 'send_message' })
  await deliver(m.id)
  expect((await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))).message_id).toBe(claimed?.source_id)
})

const markAsSent = (claimed: ClaimedMessage | null) =>
  t.act(t.system, async (tx) => claimed && markSent(tx, claimed, { refused: [], by_person: true }))

test('the claim of a node that is gone doesn’t have to expire', async () => {
  const [lost, other] = [
    await out.reply(await createConversation()),
    await out.reply(await createConversation()),
  ]
  const claim = (m: { id: number }, node_id: string) =>
    t.act(t.system, (tx) => claimMessage(tx, t.secrets, m.id, node_id))
  const claimed = await claim(lost, randomUUID())
  const kept = await claim(other, t.node.id)
  await t.pool.query('delete from graphile_worker._private_jobs')
  await sweep()
  t.clock.advance(14_999)
  await sweep()
  expect(await jobOf(lost.id)).toBeUndefined()
  t.clock.advance(1)
  await sweep()
  expect(await jobOf(lost.id)).toMatchObject({ task: 'send_message' })
  expect(await jobOf(other.id)).toBeUndefined()
  await deliver(lost.id)
  expect((await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))).message_id).toBe(claimed?.source_id)
  expect(await out.message(lost.id)).toMatchObject({ status: 'sent', attempts: 2, claimed_by: null })
  await markAsSent(kept)
  expect(await out.message(other.id)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('a node that was thought to be gone keeps its claim when it renews it', async () => {
  const m = await out.reply(await createConversation())
  const claimed = await t.act(t.system, (tx) => claimMessage(tx, t.secrets, m.id, randomUUID()))
  if (!claimed) throw new Error('The reply was not claimed')
  await sweep()
  t.clock.advance(14_000)
  await renewClaim(t.db, claimed, t.clock.now())
  t.clock.advance(2_000)
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(0)
  await markAsSent(claimed)
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('a reply handed over before a long outage is recorded by its worker, before another one could send it again', async () => {
  const m = await out.reply(await createConversation())
  await t.pool.query('delete from graphile_worker._private_jobs')
  let hasReturned = false
  const act: typeof t.act = async (actor, work) => {
    if (out.sink.mails.length === 0) return t.act(actor, work)
    if (!hasReturned) {
      expect(await out.message(m.id)).toMatchObject({ status: 'sending', claimed_by: t.node.id })
      t.clock.advance(120_000)
      // The other worker is first to find the database back.
      await sweep()
      expect(await jobOf(m.id)).toBeUndefined()
      await deliver(m.id)
      hasReturned = true
      throw lostConnection()
    }
    return t.act(actor, work)
  }
  await deliverMessage({ ...out.deps, act }, m.id)
  t.clock.advance(60_000)
  await sweep()
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(1)
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', attempts: 1, next_attempt_at: null })
})

test('a worker that could not renew its claim for a while keeps it when it can again', async () => {
  const m = await out.reply(await createConversation())
  const claimed = await t.act(t.system, (tx) => claimMessage(tx, t.secrets, m.id, null))
  if (!claimed) throw new Error('The reply was not claimed')
  t.clock.advance(40_000)
  await sweep()
  await renewClaim(t.db, claimed, t.clock.now())
  t.clock.advance(31_000)
  await sweep()
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(0)
  t.clock.advance(15_000)
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(1)
})

test('a claim is renewed while its mail is being sent, and a worker that lost its claim cannot fail or retry the reply', async () => {
  const m = await out.reply(await createConversation())
  const claim = () => t.act(t.system, (tx) => claimMessage(tx, t.secrets, m.id, null))
  const first = await claim()
  if (!first) throw new Error('The reply was not claimed')
  t.clock.advance(20_000)
  await renewClaim(t.db, first, t.clock.now())
  t.clock.advance(20_000)
  expect(await claim()).toBeNull()

  t.clock.advance(10_000)
  await sweep()
  t.clock.advance(15_000)
  const second = await claim()
  await renewClaim(t.db, first, new Date(t.clock.now().getTime() + 3_600_000))
  await t.act(t.system, (tx) => markFailed(tx, first, 'too late'))
  await t.act(t.system, (tx) => scheduleRetry(tx, first, { retry_at: t.clock.now(), error: 'too late' }))
  expect(await out.message(m.id)).toMatchObject({
    status: 'sending',
    claimed_until: second?.claimed_until,
    delivery_error: null,
  })

  await t.act(t.system, (tx) => markSent(tx, first, { refused: [], by_person: true }))
  await t.act(t.system, async (tx) => second && markFailed(tx, second, 'sent by another already'))
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', delivery_error: null })
})

test('a pending reply whose job is lost is requeued; a held or waiting reply is not', async () => {
  const c = await createConversation()
  const [lost, held, waits] = [await out.reply(c), await out.reply(c), await out.reply(c)]
  await t.pool.query('delete from graphile_worker._private_jobs')
  const later = new Date(t.clock.now().getTime() + 3_600_000)
  await t.db.updateTable('messages').set({ held_until: later }).where('id', '=', held.id).execute()
  await t.db.updateTable('messages').set({ next_attempt_at: later }).where('id', '=', waits.id).execute()
  t.clock.advance(61_000)
  await t.act(t.system, (tx) => requeueUnsent(tx, 60_000))
  expect((await t.jobs()).map(({ key }) => key)).toEqual([`send_message:${lost.id}`])
  for (const one of [held, waits]) await deliver(one.id)
  expect(out.sink.mails).toHaveLength(0)
})

test('two concurrent workers send one mail', async () => {
  const m = await out.reply(await createConversation())
  await Promise.all(Array.from({ length: 4 }, () => deliver(m.id)))
  expect(out.sink.mails).toHaveLength(1)
})

test('a database outage after sending does not send the mail twice', async () => {
  const m = await out.reply(await createConversation())
  let calls = 0
  const act: typeof t.act = (actor, work) =>
    ++calls === 2 ? Promise.reject(new Error('away')) : t.act(actor, work)
  await deliverMessage({ ...out.deps, act }, m.id)
  expect(out.sink.mails).toHaveLength(1)
  expect((await out.message(m.id)).status).toBe('sent')
})

test('a send is recorded when the database returns, however long that takes, and not repeated', async () => {
  const m = await out.reply(await createConversation())
  let failures = 0
  const act: typeof t.act = (actor, work) => {
    // The claim is the first transaction, recording success the second.
    if (out.sink.mails.length > 0 && failures < 4) {
      failures++
      return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
    }
    return t.act(actor, work)
  }
  await deliverMessage({ ...out.deps, act }, m.id)
  expect(failures).toBe(4)
  expect(out.sink.mails).toHaveLength(1)
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', attempts: 1 })
})

const lostConnection = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

test('a database outage before sending gives the reply back, without an attempt and without waiting for the claim', async () => {
  const m = await out.reply(await createConversation())
  const db: typeof t.db = Object.assign(Object.create(t.db), {
    selectFrom: () => {
      throw lostConnection()
    },
  })
  await expect(deliverMessage({ ...out.deps, db }, m.id)).rejects.toThrow('terminating connection')
  expect(await out.message(m.id)).toMatchObject({ status: 'pending', attempts: 0, claimed_until: null })
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(1)
})
