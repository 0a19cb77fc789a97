import { expect, onTestFinished, test } from 'vitest'
import { startMailParser } from '../../../mail-parser/mail-parser.ts'
import { requeueUnprocessed } from '../ledger/requeue-unread.ts'
import { processDelivery } from './process-delivery.ts'
import { address, lastDelivery, mail, setUpDeliveries, t } from './process-delivery-suite.ts'

setUpDeliveries()

test('a mail without a sender is quarantined, visible and not lost', async () => {
  expect(await mail.receive(`To: ${address}\nSubject: Who?\n\nMe\n`, address, '')).toMatchObject({
    state: 'quarantined',
    reason: expect.stringContaining('has no sender'),
    subject: 'Who?',
  })
})

test('a mail that takes too long is quarantined, the others are processed, and a replay processes it', async () => {
  const parser = startMailParser({ threads: 1, time_ms: 1 })
  onTestFinished(() => parser.stop())
  await mail.send(mail.compose({ to: address, text: 'Slow' }), address)
  const { id } = await lastDelivery()
  await processDelivery({ ...mail.reading, parser }, id)
  expect(await lastDelivery()).toMatchObject({
    state: 'quarantined',
    reason: 'Reading this email took longer than 0.001 s',
    conversation_id: null,
  })
  const admin = await t.as(await t.make.agent({ permissions: ['inboxes:manage'] }))
  expect((await admin.post(`/api/v1/email/deliveries/${id}/replay`)).body).toEqual({
    status: 'success',
    data: true,
  })
  expect((await t.jobs()).map(({ key }) => key)).toContain(`read_delivery:${id}`)
  await mail.readAll()
  expect(await lastDelivery()).toMatchObject({ state: 'threaded', reason: null })
  expect((await admin.post(`/api/v1/email/deliveries/${id}/replay`)).status).toBe(409)
})

test('a mail that exhausts memory ends its thread, not the server', async () => {
  const parser = startMailParser({ threads: 1, memory_mb: 8 })
  onTestFinished(() => parser.stop())
  await mail.send(
    mail.compose({ to: address, text: '<p>x</p>'.repeat(400_000), headers: { 'Content-Type': 'text/html' } }),
    address,
  )
  const { id } = await lastDelivery()
  await processDelivery({ ...mail.reading, parser }, id)
  expect(await lastDelivery()).toMatchObject({
    state: 'quarantined',
    reason: expect.stringContaining('memory'),
  })
  expect(parser.size).toBe(0)
})

test('a mail that is nested too deeply is refused with the reason', async () => {
  let body = 'Content-Type: text/plain\n\nx\n'
  for (let i = 0; i < 300; i++)
    body = `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n${body}\n--b${i}--\n`
  const delivery = await mail.receive(
    `From: a@customer.test\nTo: ${address}\nMIME-Version: 1.0\n${body}`,
    address,
  )
  expect(delivery).toMatchObject({
    state: 'quarantined',
    reason: expect.stringMatching(/nests more than \d+ parts/),
  })
})

test('database and disk errors do not blame the mail: it waits and is processed later', async () => {
  await mail.send(mail.compose({ to: address }), address)
  const { id } = await lastDelivery()
  // Only the filing fails; a note about a failed attempt would be written.
  const failingOnce = (code: string): typeof t.act => {
    let calls = 0
    return (actor, work) =>
      calls++ === 0 ? Promise.reject(Object.assign(new Error('trouble'), { code })) : t.act(actor, work)
  }
  for (const code of ['57P01', '08006', '40001', '53300', 'ECONNREFUSED', 'ENOSPC'])
    await expect(processDelivery({ ...mail.reading, act: failingOnce(code) }, id)).rejects.toThrow('trouble')
  expect(await lastDelivery()).toMatchObject({ state: 'received', attempts: 0 })
  await mail.readAll()
  expect(await lastDelivery()).toMatchObject({ state: 'threaded' })
})

test('a mail that our code cannot file is tried three times and then quarantined with the reason', async () => {
  await mail.send(mail.compose({ to: address }), address)
  const { id } = await lastDelivery()
  let calls = 0
  const act: typeof t.act = (actor, work) => {
    calls += 1
    // Every second call records the failure, which must succeed.
    return calls % 2 === 1 ? Promise.reject(new TypeError('a defect')) : t.act(actor, work)
  }
  const deps = { ...mail.reading, act }
  await expect(processDelivery(deps, id)).rejects.toThrow('a defect')
  await expect(processDelivery(deps, id)).rejects.toThrow('a defect')
  await processDelivery(deps, id)
  expect(await lastDelivery()).toMatchObject({
    state: 'quarantined',
    attempts: 3,
    reason: 'The email couldn’t be processed (a defect)',
  })
})

test('mail whose job gave up is requeued, and a pending job is left alone', async () => {
  await mail.send(mail.compose({ to: address }), address)
  await mail.send(mail.compose({ to: address }), address)
  const [exhausted, waiting] = (await mail.deliveries({ newest: 2 })).map(({ id }) => `read_delivery:${id}`)
  const jobOf = async (key?: string) =>
    (await t.pool.query('select id, attempts from graphile_worker._private_jobs where key = $1', [key])).rows
  await t.pool.query('update graphile_worker._private_jobs set attempts = max_attempts where key = $1', [
    exhausted,
  ])
  const before = await jobOf(waiting)
  await t.act(t.system, requeueUnprocessed)
  expect(await jobOf(exhausted)).toMatchObject([{ attempts: 0 }])
  expect(await jobOf(waiting)).toEqual(before)
  await mail.readAll()
})

test('two workers that process the same delivery create one message', async () => {
  await mail.send(mail.compose({ to: address, id: 'raced@customer.test' }), address)
  const { id } = await lastDelivery()
  await Promise.all([processDelivery(mail.reading, id), processDelivery(mail.reading, id)])
  const rows = await t.db
    .selectFrom('messages')
    .select('id')
    .where('source_id', '=', 'raced@customer.test')
    .execute()
  expect(rows).toHaveLength(1)
  expect(await lastDelivery()).toMatchObject({ state: 'threaded', stored_message_id: rows[0]?.id })
})
