import { createMessageId, createToken, plusAddress } from '@parley/mail/conversation-token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { setStatus } from '../../conversations/set-status.ts'
import { queueReply } from '../../messages/send-message.ts'
import { deriveTokenKeys } from '../token-keys.ts'

let t: TestApp
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

const address = 'support@acme.test'
let inbox_id: number
beforeAll(async () => {
  inbox_id = (await t.make.inbox(address)).id
})

const tokenOf = (conversation_id: number) =>
  createToken({ conversation_id, ...deriveTokenKeys(t.secrets)[0] })

/** One of our replies as stored after sending. */
async function reply(conversation_id: number, to: string, text = 'An answer') {
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

const receive = (values: Omit<Parameters<TestMail['compose']>[0], 'to'> & { to?: string }) =>
  mail.receive(mail.compose({ to: address, ...values }), values.to ?? address)

const newConversation = async (values: Parameters<typeof receive>[0] = {}) => {
  const delivery = await receive(values)
  expect(delivery.state).toBe('threaded')
  return mail.conversation(delivery.conversation_id)
}
const messageTypes = async (conversation_id: number) =>
  (await mail.messagesOf(conversation_id)).map(
    (message) => (message.activity as { type: string } | null)?.type ?? message.type,
  )

test('a reply that cites our message joins, reopens the conversation and starts a wait', async () => {
  const c = await newConversation({ id: 'cited@customer.test' })
  const ours = await reply(c.id, 'grace@customer.test')
  await t.act(await t.make.agent(), async (tx) => {
    await setStatus(tx, await mail.conversation(c.id), { status: 'Resolved' })
  })
  t.clock.advance(60_000)
  const delivery = await receive({
    subject: 'Re: A question',
    headers: { 'In-Reply-To': `<${ours.source_id}>` },
  })
  expect(delivery.conversation_id).toBe(c.id)
  expect(await mail.conversation(c.id)).toMatchObject({
    status_id: 1,
    waiting_since: t.clock.now(),
    last_message_sender: 'contact',
    unread_counter: 2,
  })
  expect(await messageTypes(c.id)).toContain('reopened')
  expect(await messageTypes(c.id)).not.toContain('participant_joined')
  expect((await mail.messagesOf(c.id)).at(-1)?.meta).not.toHaveProperty('new_participant')
})

test('a snoozed conversation wakes on a customer mail and not again at its time', async () => {
  const c = await newConversation({ id: 'snooze@customer.test' })
  await t.act(t.system, async (tx) => {
    await setStatus(tx, await mail.conversation(c.id), {
      status: 'Snoozed',
      snoozed_until: new Date(tx.now.getTime() + 3_600_000),
    })
  })
  await receive({ headers: { References: '<snooze@customer.test>' } })
  expect(await mail.conversation(c.id)).toMatchObject({ status_id: 1, snoozed_until: null })
  expect((await t.jobs()).filter(({ key }) => key === `wake_conversation:${c.id}`)).toEqual([])
})

test('our signed address joins when a program lost every header, and a forged one does not', async () => {
  const c = await newConversation()
  const signed = plusAddress(address, tokenOf(c.id)) ?? ''
  expect((await receive({ to: signed })).conversation_id).toBe(c.id)
  // Only the envelope shows it: the mail was sent as Bcc.
  const bcc = await mail.receive(mail.compose({ to: 'undisclosed@else.test' }), signed)
  expect(bcc.conversation_id).toBe(c.id)
  const forged = signed.replace(/\+(.)/, (_, first) => `+${first === 'a' ? 'b' : 'a'}`)
  expect((await receive({ to: forged })).conversation_id).not.toBe(c.id)
})

test('a stranger who guesses the number in the subject starts a conversation of his own', async () => {
  const c = await newConversation({ from: 'ada@customer.test' })
  const subject = `Re: A question [#${c.reference_number}]`
  const forged = await receive({ from: 'mallory@evil.test', subject })
  expect(forged).toMatchObject({ state: 'threaded' })
  expect(forged.conversation_id).not.toBe(c.id)
  expect((await receive({ from: 'ada@customer.test', subject })).conversation_id).toBe(c.id)
})

test('a new sender who cites a mail joins, is announced once, and does not become a recipient', async () => {
  const c = await newConversation({ id: 'shared@customer.test' })
  const join = () =>
    receive({
      from: 'Colleague <colleague@customer.test>',
      headers: { References: '<shared@customer.test>' },
    })
  await join()
  await join()
  const messages = await mail.messagesOf(c.id)
  expect(await messageTypes(c.id)).toEqual(['incoming', 'participant_joined', 'incoming', 'incoming'])
  expect(messages[1]?.activity).toMatchObject({ data: { address: 'colleague@customer.test' } })
  expect(messages[2]?.meta).toMatchObject({ new_participant: true })
  expect(messages[3]?.meta).toMatchObject({ new_participant: true })
  const addresses = await t.db
    .selectFrom('conversation_addresses')
    .select('address')
    .where('conversation_id', '=', c.id)
    .execute()
  expect(addresses).toEqual([{ address: 'grace@customer.test' }])
  // After an agent writes to him, he is a participant.
  await reply(c.id, 'colleague@customer.test')
  await join()
  expect((await mail.messagesOf(c.id)).at(-1)?.meta).not.toHaveProperty('new_participant')
})

test('replies to a mail that we never saw join the same conversation', async () => {
  const one = await receive({ headers: { References: '<unseen@else.test>' } })
  const two = await receive({ headers: { 'In-Reply-To': '<unseen@else.test>' } })
  const parent = await receive({ id: 'unseen@else.test' })
  expect([two.conversation_id, parent.conversation_id]).toEqual([one.conversation_id, one.conversation_id])
})

test('a duplicate is ignored and refers to the first mail; the same id with different content is a new mail', async () => {
  const raw = mail.compose({ to: address, id: 'twice@customer.test', text: 'The same' })
  const first = await mail.receive(raw, address)
  const again = await mail.receive(`Received: by another way\n${raw}`, address)
  expect(again).toMatchObject({
    state: 'ignored',
    reason: expect.stringContaining('Duplicate:'),
    duplicate_of_id: first.id,
    conversation_id: first.conversation_id,
  })
  const other = await receive({ id: 'twice@customer.test', text: 'Something else' })
  expect(other).toMatchObject({ state: 'threaded', conversation_id: first.conversation_id })
  expect(await messageTypes(first.conversation_id ?? 0)).toEqual(['incoming', 'incoming'])
})

test('a mail whose conversation was deleted for good does not come back by a second copy', async () => {
  const raw = mail.compose({ to: address, id: 'deleted@customer.test' })
  const first = await mail.receive(raw, address)
  await t.db.deleteFrom('conversations').where('id', '=', first.conversation_id).execute()
  expect(await mail.receive(raw, address)).toMatchObject({ state: 'ignored', duplicate_of_id: first.id })
})

test('a reply to a conversation in the trash starts a new one', async () => {
  const c = await newConversation({ id: 'trashed@customer.test' })
  await t.db.updateTable('conversations').set({ deleted_at: t.clock.now() }).where('id', '=', c.id).execute()
  const answer = await receive({ headers: { References: '<trashed@customer.test>' } })
  expect(answer.state).toBe('threaded')
  expect(answer.conversation_id).not.toBe(c.id)
})

test('a reply to a merged conversation joins the merge target', async () => {
  const c = await newConversation({ id: 'merged@customer.test' })
  const target = await newConversation()
  await t.db.updateTable('conversations').set({ merged_into_id: target.id }).where('id', '=', c.id).execute()
  expect((await receive({ headers: { References: '<merged@customer.test>' } })).conversation_id).toBe(
    target.id,
  )
})

test('one mail to two inboxes creates a conversation in each, and replies join the right one', async () => {
  const sales = await t.make.inbox('sales@acme.test')
  await mail.receive(mail.compose({ to: `${address}, sales@acme.test`, id: 'both@customer.test' }), [
    address,
    'sales@acme.test',
  ])
  const [one, two] = (await mail.deliveries()).slice(-2)
  expect([one?.inbox_id, two?.inbox_id]).toEqual([inbox_id, sales.id])
  expect(one?.conversation_id).not.toBe(two?.conversation_id)
  const raw = mail.compose({ to: address, headers: { References: '<both@customer.test>' } })
  await mail.receive(raw, [address, 'sales@acme.test'])
  const answers = (await mail.deliveries()).slice(-2)
  expect(answers.map(({ conversation_id }) => conversation_id)).toEqual([
    one?.conversation_id,
    two?.conversation_id,
  ])
})

test('a reply received through another inbox joins its conversation, once', async () => {
  const c = await newConversation({ id: 'elsewhere@customer.test' })
  await t.make.inbox('lost@acme.test')
  const raw = mail.compose({ to: address, headers: { References: '<elsewhere@customer.test>' } })
  await mail.receive(raw, ['lost@acme.test', address])
  const [one, two] = (await mail.deliveries()).slice(-2)
  expect([one, two]).toMatchObject([
    { state: 'threaded', conversation_id: c.id },
    { state: 'ignored', conversation_id: c.id },
  ])
  expect(await messageTypes(c.id)).toEqual(['incoming', 'incoming'])
})

test('mail from a blocked contact is ignored with the reason', async () => {
  await receive({ from: 'pest@customer.test' })
  await t.db
    .updateTable('contacts')
    .set({ enabled: false })
    .where('email', '=', 'pest@customer.test')
    .execute()
  expect(await receive({ from: 'Pest@customer.test' })).toMatchObject({
    state: 'ignored',
    reason: 'The contact pest@customer.test is blocked',
    conversation_id: null,
  })
})

test('our own mail that comes back is ignored; mail from one inbox to another is filed', async () => {
  const c = await newConversation()
  const earlier = await reply(c.id, 'grace@customer.test')
  const ours = await reply(c.id, 'grace@customer.test')
  const raw = mail.compose({
    from: `Support <${address}>`,
    to: 'grace@customer.test',
    id: ours.source_id,
    headers: { References: `<${earlier.source_id}>` },
  })
  expect(await mail.receive(raw, address)).toMatchObject({
    state: 'ignored',
    reason: expect.stringContaining('Sent by this workspace'),
  })
  await t.make.inbox('billing@acme.test')
  const across = await mail.receive(raw, 'billing@acme.test')
  expect(across).toMatchObject({ state: 'threaded', from_address: address })
  expect(across.conversation_id).not.toBe(c.id)
})

test('an automatic answer is kept and flagged, but reopens and wakes nothing and keeps nobody waiting', async () => {
  const c = await newConversation({ id: 'holiday@customer.test' })
  await reply(c.id, 'grace@customer.test')
  await t.db
    .updateTable('conversations')
    .set({ status_id: 4, status_category: 'closed' })
    .where('id', '=', c.id)
    .execute()
  const delivery = await receive({
    subject: 'Automatic reply: A question',
    headers: { References: '<holiday@customer.test>', 'Auto-Submitted': 'auto-replied' },
  })
  expect(delivery).toMatchObject({ state: 'threaded', conversation_id: c.id })
  expect(await mail.conversation(c.id)).toMatchObject({ status_id: 4, waiting_since: null })
  expect((await mail.messagesOf(c.id)).at(-1)?.meta).toMatchObject({ auto_reply: 'out-of-office' })
  expect((await t.jobs()).filter(({ task }) => task !== 'read_delivery' && task !== 'send_message')).toEqual(
    [],
  )
})

test('a mailing group that rewrites From does not hide the author', async () => {
  const delivery = await mail.receive(
    mail.compose({
      from: `"Grace Hopper via Support" <${address}>`,
      to: address,
      headers: { 'X-Original-From': 'Grace Hopper <grace@group.test>' },
    }),
    address,
  )
  expect(delivery).toMatchObject({ state: 'threaded', from_address: 'grace@group.test' })
})

test('an agent’s private address has no rights by From: it is a contact like any other', async () => {
  const ana = await t.make.agent()
  const { email } = await t.db
    .selectFrom('agents')
    .select('email')
    .where('id', '=', ana.id)
    .executeTakeFirstOrThrow()
  const c = await newConversation({ from: email })
  expect((await mail.messagesOf(c.id))[0]).toMatchObject({ sender_type: 'contact', type: 'incoming' })
  expect(c.contact_id).not.toBe(ana.id)
})

const deliveryReport = (values: { id: string; to?: string; action?: string; status?: string }) =>
  [
    'From: Mail Delivery System <MAILER-DAEMON@mx.else.test>',
    `To: ${address}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    `Message-ID: <dsn.${Math.random()}@mx.else.test>`,
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I am sorry.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.else.test',
    '',
    `Final-Recipient: rfc822; ${values.to ?? 'grace@customer.test'}`,
    `Action: ${values.action ?? 'failed'}`,
    `Status: ${values.status ?? '5.1.1'}`,
    'Diagnostic-Code: smtp; 550 No such user here',
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    `Message-ID: <${values.id}>`,
    '--b--',
    '',
  ].join('\n')

test('a bounce marks the reply that it is about failed, with the server’s text, and never gets a reply', async () => {
  const c = await newConversation()
  const ours = await reply(c.id, 'grace@customer.test')
  const before = await mail.conversation(c.id)
  const jobs = (await t.jobs()).filter(({ task }) => task === 'send_message').length
  const delivery = await mail.receive(deliveryReport({ id: ours.source_id }), address, '')
  expect(delivery).toMatchObject({ state: 'threaded', conversation_id: c.id })
  const messages = await mail.messagesOf(c.id)
  expect(messages.find(({ id }) => id === ours.id)).toMatchObject({
    status: 'failed',
    version: ours.version + 1,
    delivery_error: expect.stringContaining('grace@customer.test: 5.1.1'),
  })
  expect(messages.at(-1)?.activity).toMatchObject({
    type: 'delivery_failed',
    data: { address: 'grace@customer.test', reason: expect.stringContaining('No such user here') },
  })
  expect(await t.events(c.id)).toEqual(
    expect.arrayContaining(['message.changed', 'conversation.delivery_failed']),
  )
  expect(await mail.conversation(c.id)).toMatchObject({ unread_counter: before.unread_counter, status_id: 1 })
  expect((await t.jobs()).filter(({ task }) => task === 'send_message')).toHaveLength(jobs)
})

test('a status code that the server repeats is shown once', async () => {
  const c = await newConversation()
  const ours = await reply(c.id, 'grace@customer.test')
  const report = deliveryReport({ id: ours.source_id }).replace('550 No such', '550 5.1.1 No such')
  await mail.receive(report, address, '')
  const message = (await mail.messagesOf(c.id)).find(({ id }) => id === ours.id)
  expect(message?.delivery_error).toBe('grace@customer.test: 550 5.1.1 No such user here')
})

test('a delay report only adds a line to the timeline', async () => {
  const c = await newConversation()
  const ours = await reply(c.id, 'grace@customer.test')
  await mail.receive(deliveryReport({ id: ours.source_id, action: 'delayed', status: '4.4.1' }), address, '')
  const messages = await mail.messagesOf(c.id)
  expect(messages.find(({ id }) => id === ours.id)).toMatchObject({ status: 'sent', delivery_error: null })
  expect(messages.at(-1)?.activity).toMatchObject({ type: 'delivery_delayed' })
})

test('a bounce of mail that is not ours is ignored with the reason', async () => {
  expect(await mail.receive(deliveryReport({ id: 'spam@somewhere.test' }), address, '')).toMatchObject({
    state: 'ignored',
    reason: expect.stringContaining('isn’t from this workspace'),
  })
})

test('a bounce that arrives before we record the send is processed later', async () => {
  const c = await newConversation()
  const ours = await reply(c.id, 'grace@customer.test')
  const set = (values: object) => t.db.updateTable('messages').set(values).where('id', '=', ours.id).execute()
  await set({ status: 'sending', claimed_until: t.clock.now() })
  await mail.send(deliveryReport({ id: ours.source_id }), address, '')
  await expect(mail.readAll()).rejects.toThrow('still being sent')
  expect((await mail.deliveries()).at(-1)).toMatchObject({ state: 'received', attempts: 0 })
  await set({ status: 'sent', claimed_until: null })
  await mail.readAll()
  expect((await mail.deliveries()).at(-1)).toMatchObject({ state: 'threaded' })
})

test('old mail from a first sync starts nothing: it is marked as historical for rules and automatic replies', async () => {
  const raw = mail.compose({ to: address, text: 'From before' })
  await mail.send(raw, address)
  await t.db
    .updateTable('mail_deliveries')
    .set({ historical: true })
    .where('state', '=', 'received')
    .execute()
  await mail.readAll()
  const { conversation_id } = (await mail.deliveries()).at(-1) ?? { conversation_id: null }
  const events = await t.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('conversation_id', '=', conversation_id)
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { type: 'conversation.created', data: { historical: true } },
    { type: 'message.created', data: { historical: true } },
  ])
  expect((await mail.messagesOf(conversation_id))[0]?.created_at).toEqual(new Date('2026-03-02T08:59:00Z'))
})

test('a reply and its parent that arrive at the same instant form one conversation', async () => {
  const ids = Array.from({ length: 6 }, (_, i) => `race.${i}@customer.test`)
  for (const id of ids)
    await mail.send(
      mail.compose({ to: address, id, headers: { References: '<race.root@customer.test>' } }),
      address,
    )
  await mail.readAllAtOnce()
  const rows = (await mail.deliveries()).slice(-ids.length)
  expect(new Set(rows.map(({ conversation_id }) => conversation_id)).size).toBe(1)
  expect(await messageTypes(rows[0]?.conversation_id ?? 0)).toEqual(ids.map(() => 'incoming'))
})

test('the same mail by several ways at the same instant is one message', async () => {
  const raw = mail.compose({ to: address, from: 'Twin <twin@customer.test>', id: 'at.once@customer.test' })
  for (let way = 0; way < 6; way++) await mail.send(`Received: by way ${way}\n${raw}`, address)
  await mail.readAllAtOnce()
  const rows = (await mail.deliveries()).slice(-6)
  expect(rows.map(({ state }) => state).sort()).toEqual([...Array(5).fill('ignored'), 'threaded'])
  expect(new Set(rows.map(({ conversation_id }) => conversation_id)).size).toBe(1)
  expect(await messageTypes(rows[0]?.conversation_id ?? 0)).toEqual(['incoming'])
})

test('somebody new whose first mails arrive at the same instant is one contact', async () => {
  for (let n = 0; n < 6; n++)
    await mail.send(
      mail.compose({ to: address, from: 'Nova <Nova@customer.test>', subject: `First ${n}` }),
      address,
    )
  await mail.readAllAtOnce()
  const contacts = await t.db
    .selectFrom('contacts')
    .select('id')
    .where('email', '=', 'nova@customer.test')
    .execute()
  expect(contacts).toHaveLength(1)
  const rows = (await mail.deliveries()).slice(-6)
  expect(rows.map(({ state }) => state)).toEqual(Array(6).fill('threaded'))
})
