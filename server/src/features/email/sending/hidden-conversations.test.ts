import { expect, test } from 'vitest'
import { sendDueHeld } from '../../messages/held/send-held.ts'
import {
  createConversation,
  deliver,
  getConversation,
  jobOf,
  out,
  setUpSending,
  t,
} from './deliver-message-suite.ts'
import { requeueUnsent } from './requeue-unsent.ts'

setUpSending()

const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const admin = async () => t.as(await t.make.agent({ permissions: t.make.allPermissions }))
const forgetJobs = () => t.pool.query('delete from graphile_worker._private_jobs')

test('a reply that was not sent before the conversation was deleted waits, and is sent when it is restored', async () => {
  const browser = await admin()
  const c = await createConversation()
  const m = await out.reply(c, {})
  await browser.del(path(c))
  await deliver(m.id)
  expect(out.sink.mails).toEqual([])
  expect((await out.message(m.id)).status).toBe('pending')
  await forgetJobs()
  t.clock.advance(3_600_000)
  await t.act(t.system, (tx) => requeueUnsent(tx, 60_000))
  expect(await jobOf(m.id)).toBeUndefined()
  await browser.post(path(c, '/restore'))
  expect(await jobOf(m.id)).toMatchObject({ task: 'send_message' })
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(1)
  expect((await getConversation(c.id)).first_reply_at).toEqual(t.clock.now())
})

test('a retry keeps its time over the trash', async () => {
  const browser = await admin()
  const c = await createConversation()
  const m = await out.reply(c, {})
  out.sink.behave({ kind: 'refuse', code: 451, text: '4.3.0 Later', at: 'data' })
  await deliver(m.id)
  const { next_attempt_at } = await out.message(m.id)
  expect(next_attempt_at).not.toBeNull()
  await browser.del(path(c))
  await forgetJobs()
  await browser.post(path(c, '/restore'))
  expect(await jobOf(m.id)).toMatchObject({ run_at: next_attempt_at })
})

test('a held reply is not sent from the trash, and the status it should set is refused', async () => {
  const browser = await admin()
  const c = await createConversation()
  const sent = await browser.post(path(c, '/messages'), {
    message: '<p>Soon</p>',
    to: ['grace@customer.test'],
    undo_seconds: 10,
    after: { status: 'Closed' },
  })
  expect(sent.status).toBe(200)
  await browser.del(path(c))
  t.clock.advance(11_000)
  const { id } = await t.db.selectFrom('held_sends').select('id').executeTakeFirstOrThrow()
  await t.act(t.system, (tx) => sendDueHeld(tx, id))
  const message = await t.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'outgoing')
    .executeTakeFirstOrThrow()
  await deliver(message.id)
  expect(out.sink.mails).toEqual([])
  expect((await getConversation(c.id)).status_category).toBe('open')
  await browser.post(path(c, '/restore'))
  await deliver(message.id)
  expect(out.sink.mails).toHaveLength(1)
})
