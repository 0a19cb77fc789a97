import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { sendDueHeld } from './send-held.ts'

export let t: TestApp

export let sending: TestSending

export let sam: Actor

export let bo: Actor

export const makeConversation = async (more: object = {}) =>
  t.make.conversation({ inbox_id: (await sending.inbox()).id, email: 'grace@customer.test', ...more })

export const messages = (c: { uuid: string }) => `/api/v1/conversations/${c.uuid}/messages`

/** A reply of Sam's that can be undone for ten seconds. */
export async function hold(c: { uuid: string }, body: object = {}) {
  const response = await (await t.as(sam)).post(messages(c), {
    message: '<p>Try again</p>',
    to: ['Grace@customer.test'],
    undo_seconds: 10,
    ...body,
  })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  return response.body.data
}

export const findHeld = async (uuid: string) =>
  t.db.selectFrom('held_sends').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export const findMessage = async (uuid: string) =>
  t.db.selectFrom('messages').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export const conversation = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const undo = async (uuid: string, actor: Actor = sam) =>
  (await t.as(actor)).put(`/api/v1/held-sends/${uuid}/undo`)

export async function sendDue(uuid: string) {
  const row = await findHeld(uuid)
  if (row) await t.act(t.system, (tx) => sendDueHeld(tx, row.id))
}

export async function insertUpload(actor: Actor, filename = 'Plan.pdf') {
  return t.db
    .insertInto('media')
    .values({
      created_at: t.clock.now(),
      updated_at: t.clock.now(),
      filename,
      content_type: 'application/pdf',
      size: 3,
      content_hash: await t.files.media.put(Buffer.from(`PDF ${Math.random()}`)),
      model_type: 'messages',
      uploaded_by_id: actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const messagesOf = (conversation_id: number) =>
  t.db.selectFrom('messages').selectAll().where('conversation_id', '=', conversation_id).execute()

export function setUpHeldReplies() {
  beforeAll(async () => {
    t = await startTestApp()
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    sending = await startTestSending(t)
    sam = await t.make.agent({ first_name: 'Sam' })
    bo = await t.make.agent({ first_name: 'Bo' })
  })
  afterAll(async () => {
    await sending.stop()
    await t.stop()
  })
  afterEach(() => {
    sending.sink.mails.length = 0
  })
}
