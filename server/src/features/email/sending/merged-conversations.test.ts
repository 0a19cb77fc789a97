import { parseMail } from '@parley/mail/parse/parse-mail'
import { expect, test } from 'vitest'
import { mergeConversation } from '../../conversations/merges/merge-conversation.ts'
import { splitConversation } from '../../conversations/merges/split-conversation.ts'
import { unmergeConversation } from '../../conversations/merges/unmerge-conversation.ts'
import { unsplitConversation } from '../../conversations/merges/unsplit-conversation.ts'
import {
  createConversation,
  deliver,
  getConversation,
  mail,
  out,
  setUpSending,
  t,
} from './deliver-message-suite.ts'

setUpSending()

type Row = Awaited<ReturnType<typeof createConversation>>

const merge = (c: Row, target: Row) =>
  t.act(t.system, (tx) => mergeConversation(tx, { uuid: c.uuid, into: target.uuid }))

/** Two conversations of one customer in one inbox. */
async function pair(): Promise<[Row, Row, { address: string }]> {
  const inbox = await out.inbox()
  const target = await createConversation({ inbox_id: inbox.id, subject: 'First' })
  t.clock.advance(60_000)
  return [await createConversation({ inbox_id: inbox.id, subject: 'Second' }), target, inbox]
}

/** The last mail that we sent. */
const lastSent = async () => parseMail(out.sink.mails.at(-1)?.raw ?? Buffer.alloc(0))

/** The customer answers it, by real SMTP. */
async function answer(inbox: { address: string }, more: Parameters<typeof mail.compose>[0] | object = {}) {
  const { message_id, references } = await lastSent()
  return mail.receive(
    mail.compose({
      to: inbox.address,
      headers: {
        'In-Reply-To': `<${message_id}>`,
        References: [...references, message_id].map((id) => `<${id}>`).join(' '),
      },
      ...more,
    }),
    inbox.address,
  )
}

async function sendReply(c: Row) {
  const m = await out.reply(c)
  await deliver(m.id)
  return m
}

test('an answer to the mail of a merged conversation lands in the target, once', async () => {
  const [c, target, inbox] = await pair()
  await sendReply(c)
  await merge(c, target)
  const [before, unread] = [
    (await mail.messagesOf(c.id)).length,
    (await getConversation(target.id)).unread_counter,
  ]

  const delivery = await answer(inbox)

  expect(delivery).toMatchObject({ state: 'threaded', conversation_id: target.id })
  expect(await mail.messagesOf(c.id)).toHaveLength(before)
  const incoming = (await mail.messagesOf(target.id)).filter(({ type }) => type === 'incoming')
  expect(incoming).toHaveLength(2)
  expect(await getConversation(target.id)).toMatchObject({
    unread_counter: unread + 1,
    status_category: 'open',
  })
  expect(
    (await mail.messagesOf(target.id)).map((m) => (m.activity as { type: string } | null)?.type),
  ).not.toContain('participant_joined')
  const again = await mail.receive(
    mail.compose({ to: inbox.address, subject: `Re: [#${c.reference_number}]` }),
    inbox.address,
  )
  expect(again, 'by its number as well').toMatchObject({ conversation_id: target.id })
})

test('an answer that comes through another inbox as well is filed once, although its conversation was merged since', async () => {
  const [c, target, inbox] = await pair()
  const other = await out.inbox()
  await sendReply(c)
  const same = { id: 'twice@customer.test', text: 'Sent to both', to: `${inbox.address}, ${other.address}` }
  const first = await answer(inbox, same)
  expect(first).toMatchObject({ state: 'threaded', conversation_id: c.id })
  await merge(c, target)
  expect(await answer(other, same)).toMatchObject({ state: 'ignored', stored_message_id: null })
  expect((await mail.messagesOf(target.id)).map(({ text_content }) => text_content)).not.toContain(
    'Sent to both',
  )
})

test('after unmerging, an answer to its mail lands in the conversation itself', async () => {
  const [c, target, inbox] = await pair()
  await sendReply(c)
  await merge(c, target)
  await t.act(t.system, (tx) => unmergeConversation(tx, c.uuid))
  expect(await answer(inbox)).toMatchObject({ conversation_id: c.id })
})

test('a reply that was on its way when its conversation was merged goes out once and ends the wait', async () => {
  const [c, target] = await pair()
  const m = await out.reply(c)
  await merge(c, target)
  expect((await getConversation(target.id)).waiting_since).not.toBeNull()
  t.clock.advance(60_000)
  await deliver(m.id)
  await deliver(m.id)
  expect(out.sink.mails).toHaveLength(1)
  expect(await out.message(m.id)).toMatchObject({ status: 'sent', conversation_id: c.id })
  expect(await getConversation(c.id)).toMatchObject({ waiting_since: null, last_reply_at: t.clock.now() })
  expect(await getConversation(target.id)).toMatchObject({ waiting_since: null })
})

test('a reply in the target continues the mail thread of the merged conversation', async () => {
  const [c, target, inbox] = await pair()
  const sent = await sendReply(c)
  await merge(c, target)
  const { message_id } = await lastSent()
  t.clock.advance(60_000)
  await sendReply(target)
  const reply = await lastSent()
  expect(reply.references).toContain(message_id)
  expect((await out.message(sent.id)).source_id).toBe(message_id)
  expect(await answer(inbox)).toMatchObject({ conversation_id: target.id })
})

test('a bounce of a merged conversation’s reply is shown in the target', async () => {
  const [c, target, inbox] = await pair()
  const m = await sendReply(c)
  await merge(c, target)
  const { message_id } = await lastSent()
  const report = [
    `From: Mail Delivery System <MAILER-DAEMON@customer.test>`,
    `To: ${inbox.address}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Message-ID: <bounce.merged@customer.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Your message could not be delivered.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; customer.test',
    '',
    'Final-Recipient: rfc822; grace@customer.test',
    'Action: failed',
    'Status: 5.1.1',
    'Diagnostic-Code: smtp; 550 5.1.1 no such user',
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: <${message_id}>`,
    'Subject: Re: Second',
    '',
    '--b--',
    '',
  ].join('\n')
  await mail.receive(report, inbox.address, '')
  expect(await out.message(m.id)).toMatchObject({ status: 'failed' })
  const lines = (await mail.messagesOf(target.id)).map(
    (one) => (one.activity as { type: string } | null)?.type,
  )
  expect(lines).toContain('delivery_failed')
})

test('mail that arrives while its conversation is merged is filed once, and read in the target', async () => {
  for (let round = 0; round < 5; round++) {
    const [c, target, inbox] = await pair()
    await sendReply(c)
    const { message_id } = await lastSent()
    await mail.send(
      mail.compose({ to: inbox.address, headers: { 'In-Reply-To': `<${message_id}>` }, text: 'During' }),
      inbox.address,
    )
    await Promise.all([mail.readAllAtOnce(), merge(c, target)])
    const delivery = (await mail.deliveries()).at(-1)
    expect(delivery).toMatchObject({ state: 'threaded' })
    expect([c.id, target.id]).toContain(delivery?.conversation_id)
    const all = [...(await mail.messagesOf(c.id)), ...(await mail.messagesOf(target.id))]
    expect(all.filter(({ text_content }) => text_content.includes('During'))).toHaveLength(1)
    expect((await getConversation(target.id)).unread_counter).toBe(3)
  }
})

test('an answer to a message that was split off joins the new conversation, and the first one after an undo', async () => {
  const [c, , inbox] = await pair()
  await sendReply(c)
  t.clock.advance(60_000)
  const later = await answer(inbox, { text: 'Something else' })
  t.clock.advance(60_000)
  await sendReply(c)
  const message = (await mail.messagesOf(c.id)).find(({ id }) => id === later.stored_message_id)
  const created = await t.act(t.system, (tx) =>
    splitConversation(tx, { uuid: c.uuid, message: message?.uuid ?? '' }),
  )

  expect(await answer(inbox), 'although its token names the first conversation').toMatchObject({
    conversation_id: created.id,
  })
  expect(
    await t.db
      .selectFrom('mail_deliveries')
      .select('conversation_id')
      .where('id', '=', later.id)
      .executeTakeFirst(),
  ).toEqual({ conversation_id: created.id })
  const undone = await answer(inbox, { id: 'undone@customer.test' })
  expect(undone).toMatchObject({ conversation_id: created.id })
})

test('after a split is undone, mail for the new conversation lands in the first one', async () => {
  const [c, , inbox] = await pair()
  await sendReply(c)
  t.clock.advance(60_000)
  const later = await answer(inbox)
  const message = (await mail.messagesOf(c.id)).find(({ id }) => id === later.stored_message_id)
  const created = await t.act(t.system, (tx) =>
    splitConversation(tx, { uuid: c.uuid, message: message?.uuid ?? '' }),
  )
  await t.act(t.system, (tx) => unsplitConversation(tx, created.uuid))
  expect(await answer(inbox)).toMatchObject({ conversation_id: c.id })
  const byNumber = mail.compose({ to: inbox.address, subject: `Re: [#${created.reference_number}]` })
  expect(await mail.receive(byNumber, inbox.address)).toMatchObject({ conversation_id: c.id })
})
