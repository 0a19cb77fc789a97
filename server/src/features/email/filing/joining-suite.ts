import { createMessageId, createToken } from '@parley/mail/conversation-token'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { queueReply } from '../../messages/send-message.ts'
import { deriveTokenKeys } from '../token-keys.ts'

export let t: TestApp

export let mail: TestMail

export const address = 'support@acme.test'

export let inbox_id: number

export const tokenOf = (conversation_id: number) =>
  createToken({ conversation_id, ...deriveTokenKeys(t.secrets)[0] })

/** One of our replies as stored after sending. */
export async function reply(conversation_id: number, to: string, text = 'An answer') {
  const ana = await t.make.agent({ first_name: 'Ana' })
  const c = await mail.conversation(conversation_id)
  const message = await t.act(ana, (tx) =>
    queueReply(tx, c, { message: text, attachments: [], to: [to], cc: [], bcc: [] }),
  )
  const source_id = createMessageId({
    token: tokenOf(conversation_id),
    unique: message.uuid,
    domain: 'acme.test',
  })
  await t.db
    .updateTable('messages')
    .set({ status: 'sent', source_id, sent_at: t.clock.now() })
    .where('id', '=', message.id)
    .execute()
  await t.db
    .insertInto('thread_ids')
    .values({ source_id, conversation_id, inbox_id: c.inbox_id, message_id: message.id })
    .execute()
  await t.db
    .updateTable('conversations')
    .set({ waiting_since: null })
    .where('id', '=', conversation_id)
    .execute()
  return { ...message, source_id }
}

export const receive = (values: Omit<Parameters<TestMail['compose']>[0], 'to'> & { to?: string }) =>
  mail.receive(mail.compose({ to: address, ...values }), values.to ?? address)

export const newConversation = async (values: Parameters<typeof receive>[0] = {}) => {
  const delivery = await receive(values)
  expect(delivery.state).toBe('threaded')
  return mail.conversation(delivery.conversation_id)
}

export const messageTypes = async (conversation_id: number) =>
  (await mail.messagesOf(conversation_id)).map(
    (message) => (message.activity as { type: string } | null)?.type ?? message.type,
  )

export function setUpJoining() {
  beforeAll(async () => {
    t = await startTestApp()
    mail = await startTestMail(t)
  })
  afterAll(async () => {
    await mail.stop()
    await t.stop()
  })
  beforeAll(async () => {
    inbox_id = (await t.make.inbox(address)).id
  })
}
