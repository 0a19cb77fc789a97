import { parseMail } from '@parley/mail/parse/parse-mail'
import { expect, test } from 'vitest'
import { json } from '../../../db/json.ts'
import { insertMessage } from '../../conversations/timeline/insert-message.ts'
import { queueReply } from '../../messages/send-message.ts'
import {
  createConversation,
  deliver,
  getConversation,
  jobOf,
  mail,
  out,
  setUpSending,
  t,
} from './deliver-message-suite.ts'

setUpSending()

test('a reply is sent once, well-formed, and ends the customer’s wait', async () => {
  const c = await createConversation({ subject: 'Broken lamp' })
  const m = await out.reply(c, { cc: ['bo@customer.test'], bcc: ['boss@acme.test'], history: 'all' })
  expect(await jobOf(m.id)).toMatchObject({ task: 'send_message' })
  t.clock.advance(60_000)

  await deliver(m.id)
  await deliver(m.id)

  expect(out.sink.mails).toHaveLength(1)
  const [received] = out.sink.mails
  expect(received?.to).toEqual(['grace@customer.test', 'bo@customer.test', 'boss@acme.test'])
  const parsed = await parseMail(received?.raw ?? Buffer.alloc(0))
  const inbox = await t.db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', c.inbox_id)
    .executeTakeFirstOrThrow()
  expect(parsed).toMatchObject({
    subject: 'Re: Broken lamp',
    from: [{ name: 'Support', address: inbox.address }],
    to: [{ address: 'grace@customer.test' }],
    cc: [{ address: 'bo@customer.test' }],
    bcc: [],
    reply_to: [],
    date: m.created_at,
  })
  expect(parsed.text).toMatch(
    /^Try again\n\nOn 2 Mar 2026, 09:00 UTC, Grace Hopper wrote:\n\n> Hello, can you help me\?/,
  )
  const sent = await out.message(m.id)
  expect(sent).toMatchObject({
    status: 'sent',
    sent_at: t.clock.now(),
    source_id: parsed.message_id,
    attempts: 1,
    delivery_error: null,
    version: m.version + 1,
  })
  expect(sent.source_id).toMatch(/^[a-z2-7]{24}\.[0-9a-f]{32}@parley\.test$/)
  expect(await getConversation(c.id)).toMatchObject({
    first_reply_at: t.clock.now(),
    last_reply_at: t.clock.now(),
    waiting_since: null,
  })
  expect((await t.events(c.id)).filter((type) => type === 'message.changed')).toHaveLength(1)
})

test('the customer’s reply joins, even if it arrives before we record the send', async () => {
  const inbox = await out.inbox('fast@acme.test')
  const c = await t.make.conversation({ inbox_id: inbox.id, email: 'grace@customer.test' })
  const m = await out.reply(c)
  out.sink.behave({ kind: 'keep and drop' })
  await deliver(m.id)
  expect((await out.message(m.id)).status).toBe('pending')
  const threadIds = t.db.selectFrom('thread_ids').select('source_id').where('message_id', '=', m.id)
  const { message_id } = await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))
  expect(await threadIds.execute()).toEqual([{ source_id: message_id }])

  const delivery = await mail.receive(
    mail.compose({ to: inbox.address, headers: { 'In-Reply-To': `<${message_id}>` } }),
    inbox.address,
  )
  expect(delivery).toMatchObject({ state: 'threaded', conversation_id: c.id })

  // The customer wrote after the reply was written, so nobody has answered that.
  out.sink.behave({ kind: 'accept' })
  const answeredAt = t.clock.now()
  t.clock.advance(60_000)
  await deliver(m.id)
  const ids = await Promise.all(out.sink.mails.map(async ({ raw }) => (await parseMail(raw)).message_id))
  expect(ids).toEqual([message_id, message_id])
  expect(await getConversation(c.id)).toMatchObject({
    first_reply_at: t.clock.now(),
    waiting_since: answeredAt,
  })

  const next = await out.reply(c)
  await deliver(next.id)
  const parsed = await parseMail(out.sink.mails[2]?.raw ?? Buffer.alloc(0))
  expect(parsed.references).toEqual([message_id, delivery.message_id])
  expect(parsed.in_reply_to).toEqual([delivery.message_id])
  expect(await getConversation(c.id)).toMatchObject({ waiting_since: null })
})

test.each(['nobody', 'a@b.test, c@d.test', 'a@b.test\r\nBcc: x@y.test', 'a\0@b.test', 'a(b)@c.test'])(
  'an invalid address is rejected before anything is written: %j',
  async (address) => {
    const c = await createConversation()
    const browser = await t.as(await t.make.agent())
    const body = { message: '<p>Hi</p>', to: ['grace@customer.test'], cc: [address] }
    expect(await browser.post(`/api/v1/conversations/${c.uuid}/messages`, body)).toMatchObject({
      status: 400,
      body: { error_type: 'InputException' },
    })
    expect(await getConversation(c.id)).toEqual(c)
  },
)

test('notes, activity lines, strangers and failed messages are never quoted, and quoting can be disabled', async () => {
  const c = await createConversation()
  await out.reply(c, { private: true, message: 'SECRET NOTE' })
  const addMessage = (text: string, meta: object, status: 'received' | 'failed' = 'received') =>
    t.act(t.system, (tx) =>
      insertMessage(tx, c, {
        type: status === 'failed' ? 'outgoing' : 'incoming',
        status,
        sender_type: 'contact',
        sender_id: c.contact_id,
        content: `<p>${text}</p>`,
        meta: json(meta),
      }),
    )
  await addMessage('STRANGER', { from: ['eve@y.test'], new_participant: true })
  await addMessage('UNSENT', {}, 'failed')
  t.clock.advance(1000)
  const m = await out.reply(c)
  await deliver(m.id)
  const { text } = await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))
  expect(text).toContain('can you help me')
  expect(out.sink.mails[0]?.raw.toString()).not.toMatch(/SECRET|STRANGER|UNSENT/)

  t.clock.advance(1000)
  const toStranger = await out.reply(c, { to: ['eve@y.test'] })
  await deliver(toStranger.id)
  expect(out.sink.mails[1]?.raw.toString()).toContain('STRANGER')

  await t.db.updateTable('inboxes').set({ quote_history: false }).where('id', '=', c.inbox_id).execute()
  t.clock.advance(1000)
  const bare = await out.reply(c)
  await deliver(bare.id)
  expect((await parseMail(out.sink.mails[2]?.raw ?? Buffer.alloc(0))).text.trim()).toBe('Try again')
})

test('inline images and attachments are sent', async () => {
  const c = await createConversation()
  const sam = await t.make.agent({ first_name: 'Sam' })
  const upload = async (filename: string, content_type: string, bytes: string) =>
    t.db
      .insertInto('media')
      .values({
        created_at: t.clock.now(),
        updated_at: t.clock.now(),
        filename,
        content_type,
        size: bytes.length,
        content_hash: await t.files.media.put(Buffer.from(bytes)),
        model_type: 'messages',
        uploaded_by_id: sam.id,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  const picture = await upload('shot.png', 'image/png', 'PNG')
  const file = await upload('Übersicht.pdf', 'application/pdf', 'PDF')
  const { body } = await (await t.as(sam)).post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: `<p>See <img src="/uploads/${picture.uuid}"></p>`,
    attachments: [file.id],
    to: ['grace@customer.test'],
  })
  await deliver(body.data.id)
  const parsed = await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))
  expect(
    parsed.attachments.map((one) => [one.filename, one.related, Buffer.from(one.content).toString()]),
  ).toEqual([
    ['shot.png', true, 'PNG'],
    ['Übersicht.pdf', false, 'PDF'],
  ])
  expect(parsed.html).toContain(`src="cid:${parsed.attachments[0]?.content_id}"`)

  t.clock.advance(1000)
  const next = await out.reply(c)
  await deliver(next.id)
  const quoted = await parseMail(out.sink.mails[1]?.raw ?? Buffer.alloc(0))
  expect(quoted.attachments.map(({ filename }) => filename)).toEqual(['shot.png'])
})

test('Reply-To is a signed plus-address only if the mailbox is known to accept it, and mail to it joins the conversation', async () => {
  const inbox = await out.inbox('plus@acme.test')
  const c = await t.make.conversation({ inbox_id: inbox.id, email: 'grace@customer.test' })
  await t.db
    .updateTable('inboxes')
    .set({ plus_addressing_proved_at: t.clock.now() })
    .where('id', '=', inbox.id)
    .execute()
  const m = await out.reply(c)
  await deliver(m.id)
  const [replyTo] = (await parseMail(out.sink.mails[0]?.raw ?? Buffer.alloc(0))).reply_to
  expect(replyTo?.address).toMatch(/^plus\+[a-z2-7]{24}@acme\.test$/)
  const delivery = await mail.receive(mail.compose({ to: replyTo?.address ?? '' }), replyTo?.address ?? '')
  expect(delivery.conversation_id).toBe(c.id)
})

test('a message sent by a rule is marked as automatic and does not count as a reply', async () => {
  const c = await createConversation()
  const m = await t.act(t.system, (tx) =>
    queueReply(tx, c, {
      message: '<p>We got it</p>',
      attachments: [],
      to: ['grace@customer.test'],
      cc: [],
      bcc: [],
    }),
  )
  await deliver(m.id)
  expect(out.sink.mails[0]?.raw.toString()).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(await getConversation(c.id)).toMatchObject({ first_reply_at: null, waiting_since: c.waiting_since })

  await deliver((await out.reply(c)).id)
  const { text } = await parseMail(out.sink.mails[1]?.raw ?? Buffer.alloc(0))
  expect(text, 'whom the customer knows is quoted').toMatch(/, Support wrote:\n\n> We got it/)
  expect(text).not.toContain('System')
})
