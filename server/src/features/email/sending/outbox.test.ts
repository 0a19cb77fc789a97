import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../log.ts'
import { withLogFields } from '../../../telemetry/operation.ts'
import { startSmtpSink } from '../../../testing/email/smtp-sink.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { SendingDeps } from './deliver-message.ts'
import { startOutbox } from './outbox.ts'

let t: TestApp
let out: TestSending
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
})
afterAll(async () => {
  await out.stop()
  await t.stop()
})

const start = (deps: Partial<SendingDeps> = {}) => startOutbox({ ...out.deps, ...deps })

test('a hanging server delays only the replies of its own inbox, and stopping waits for sends in progress', async () => {
  const hangingServer = await startSmtpSink()
  hangingServer.behave({ kind: 'hang' })
  const slowConversation = await t.make.conversation({
    inbox_id: (await out.inbox(undefined, { port: hangingServer.port })).id,
  })
  const otherConversation = await t.make.conversation({ inbox_id: (await out.inbox()).id })
  const waiting = await Promise.all(Array.from({ length: 8 }, () => out.reply(slowConversation)))
  const otherReply = await out.reply(otherConversation)
  const outbox = await start()

  for (const { id } of waiting) await outbox.send(id)
  await outbox.send(otherReply.id)
  await outbox.send(otherReply.id)
  expect((await out.sink.waitForMail()).to).toEqual(['grace@customer.test'])

  await hangingServer.stop()
  await outbox.stop()
  expect(await out.message(otherReply.id)).toMatchObject({ status: 'sent', attempts: 1 })
  const states = await Promise.all(waiting.map(async ({ id }) => out.message(id)))
  expect(states.every(({ status }) => status === 'pending')).toBe(true)
  expect(states.filter(({ attempts }) => attempts > 0)).toHaveLength(5)
})

test('at startup it requeues what a crash left behind', async () => {
  const m = await out.reply(await t.make.conversation({ inbox_id: (await out.inbox()).id }))
  await t.pool.query('delete from graphile_worker._private_jobs')
  const outbox = await start()
  expect((await t.jobs()).map(({ key }) => key)).toContain(`send_message:${m.id}`)
  await outbox.send(m.id)
  await outbox.stop()
  expect((await out.message(m.id)).status).toBe('sent')
})

test('a reply that the database was away for is queued again when it is back, not found by the sweep later', async () => {
  const m = await out.reply(await t.make.conversation({ inbox_id: (await out.inbox()).id }))
  let failures = 0
  let isAway = false
  const act: typeof t.act = (actor, work) => {
    if (!isAway || failures === 3) return t.act(actor, work)
    failures++
    return Promise.reject(Object.assign(new Error('terminating connection'), { code: '57P01' }))
  }
  const outbox = await start({ act })
  await t.pool.query('delete from graphile_worker._private_jobs')
  isAway = true
  await outbox.send(m.id)
  await expect.poll(async () => (await t.jobs()).map(({ key }) => key)).toContain(`send_message:${m.id}`)
  expect(failures).toBe(3)
  await outbox.send(m.id)
  await outbox.stop()
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', attempts: 1 })
})

test('a reply that waited in the memory of a worker that is gone is queued again within half a minute', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const m = await out.reply(await t.make.conversation({ inbox_id: (await out.inbox()).id }))
  const outbox = await start()
  await t.pool.query('delete from graphile_worker._private_jobs')
  t.clock.advance(15_000)
  await vi.advanceTimersByTimeAsync(10_000)
  await expect.poll(async () => (await t.jobs()).map(({ key }) => key)).toContain(`send_message:${m.id}`)
  await outbox.stop()
})

test('the log lines of a reply that waited behind others belong to its own job', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const refusing = await startSmtpSink()
  onTestFinished(() => refusing.stop())
  refusing.behave({ kind: 'refuse', code: 450, text: 'Later', at: 'data' })
  const { id: inbox_id } = await out.inbox(undefined, { port: refusing.port })
  const conversation = await t.make.conversation({ inbox_id })
  const replies = await Promise.all(Array.from({ length: 8 }, () => out.reply(conversation)))
  const outbox = await start({ log })
  for (const { id } of replies) await withLogFields({ job_id: `job of ${id}` }, () => outbox.send(id))
  await expect.poll(() => lines.length).toBe(8)
  await outbox.stop()
  for (const line of lines) expect(line).toMatchObject({ job_id: `job of ${line.message_id}` })
})

test('sweeps don’t pile up while the database doesn’t respond', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let sweeps = 0
  const act: typeof t.act = () =>
    // The one at the start succeeds.
    ++sweeps === 1 ? Promise.resolve(undefined as never) : new Promise(() => {})
  const outbox = await start({ act })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sweeps, 'the start, and one of each kind').toBe(3)
  await outbox.stop()
})
