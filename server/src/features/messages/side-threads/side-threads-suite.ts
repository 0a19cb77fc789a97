import { parseMail } from '@parley/mail/parse/parse-mail'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Actor } from '../../../actor.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestSending, type TestSending } from '../../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { deliverMessage } from '../../email/sending/deliver-message.ts'

export let t: TestApp
export let out: TestSending
export let mail: TestMail
export let sam: Actor
export let inbox: { id: number; address: string }

export const customer = 'grace@customer.test'
export const courier = 'dispatch@courier.test'

export const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
export const deliver = (id: number) => deliverMessage(out.deps, id)

/** A conversation that the customer started by email. */
export async function receiveQuestion(text = 'Where is my parcel?'): Promise<ConversationRow> {
  const delivery = await mail.receive(
    mail.compose({ to: inbox.address, subject: 'Parcel', text }),
    inbox.address,
  )
  return mail.conversation(delivery.conversation_id)
}

export async function forward(c: { uuid: string }, body: object = {}, actor = sam) {
  const response = await (await t.as(actor)).post(path(c, '/forward'), {
    to: [courier],
    message: '<p>Please check</p>',
    ...body,
  })
  return response
}

/** Forwards the conversation to the courier and delivers the email. Returns the mail on the wire, parsed. */
export async function forwarded(c: { uuid: string }, body: object = {}) {
  const response = await forward(c, body)
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  await deliver(response.body.data.id)
  const sent = out.sink.mails.at(-1)
  const parsed = await parseMail(sent?.raw ?? Buffer.alloc(0))
  return { message: response.body.data, sent, parsed, side_thread_uuid: response.body.data.side_thread_uuid }
}

/** A third party's mail. `from` is also the envelope's, so it is verified unless `envelope` differs. */
export async function answer(
  headers: Record<string, string>,
  {
    from = courier,
    to = inbox.address,
    envelope = from,
    text = 'It is on the van',
    ...more
  }: { from?: string; to?: string; envelope?: string; text?: string; subject?: string; id?: string } = {},
) {
  const delivery = await mail.receive(
    mail.compose({ from, to, text, subject: 'Re: Fwd: Parcel', headers, ...more }),
    to,
    envelope,
  )
  const stored = await t.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', delivery.stored_message_id ?? 0)
    .executeTakeFirst()
  return { delivery, stored }
}

export function setUpSideThreads() {
  beforeAll(async () => {
    t = await startTestApp()
    out = await startTestSending(t)
    mail = await startTestMail(t)
    inbox = await out.inbox('help@acme.test')
    sam = await t.make.agent({ first_name: 'Sam' })
  })
  afterAll(async () => {
    await mail.stop()
    await out.stop()
    await t.stop()
  })
  afterEach(() => {
    out.sink.behave({ kind: 'accept' })
    out.sink.mails.length = 0
  })
}
