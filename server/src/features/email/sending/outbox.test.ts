import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmtpPools } from '../../../mail-servers/send-smtp.ts'
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

const start = (deps: Partial<SendingDeps> = {}) =>
  startOutbox({
    ...out.deps,
    pools: createSmtpPools({ connect: 2000, silence: 3000, ehlo: t.ehlo }),
    ...deps,
  })

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

test('a reply that the database was away for is queued again when it is back, not found by the sweep a minute later', async () => {
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
