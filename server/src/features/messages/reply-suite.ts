import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Actor } from '../../actor.ts'
import { startTestSending, type TestSending } from '../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

// Shared by the suites of held and of scheduled replies.

export let t: TestApp
export let sending: TestSending
export let sam: Actor
export let bo: Actor

export const makeConversation = async (more: object = {}) =>
  t.make.conversation({ inbox_id: (await sending.inbox()).id, email: 'grace@customer.test', ...more })

export const messagesPath = (c: { uuid: string }) => `/api/v1/conversations/${c.uuid}/messages`

export const findMessage = (uuid: string) =>
  t.db.selectFrom('messages').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export const conversation = (id: number) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

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

/** An app with a mail server, and two agents. */
export function setUpReplies() {
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
