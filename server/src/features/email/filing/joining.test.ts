import { plusAddress } from '@parley/mail/conversation-token'
import { expect, test } from 'vitest'
import { mergeConversation } from '../../conversations/merges/merge-conversation.ts'
import { setStatus } from '../../conversations/set-status.ts'
import { trashConversation } from '../../conversations/trash/trash-conversation.ts'
import {
  address,
  inbox_id,
  mail,
  messageTypes,
  newConversation,
  receive,
  reply,
  setUpJoining,
  t,
  tokenOf,
} from './joining-suite.ts'

setUpJoining()

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

test('a signed reply address joins even if the mail program dropped every header, and a forged one does not', async () => {
  const c = await newConversation()
  const signed = plusAddress(address, tokenOf(c.id)) ?? ''
  expect((await receive({ to: signed })).conversation_id).toBe(c.id)
  // Only the envelope shows it: the mail was sent as Bcc.
  const bcc = await mail.receive(mail.compose({ to: 'undisclosed@else.test' }), signed)
  expect(bcc.conversation_id).toBe(c.id)
  const forged = signed.replace(/\+(.)/, (_, first) => `+${first === 'a' ? 'b' : 'a'}`)
  expect((await receive({ to: forged })).conversation_id).not.toBe(c.id)
})

test('a stranger who guesses the number in the subject starts a new conversation', async () => {
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

test('replies to a mail that we never received join the same conversation', async () => {
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

test('a second copy of a mail whose conversation was permanently deleted is not filed again', async () => {
  const raw = mail.compose({ to: address, id: 'deleted@customer.test' })
  const first = await mail.receive(raw, address)
  await t.db.deleteFrom('conversations').where('id', '=', first.conversation_id).execute()
  expect(await mail.receive(raw, address)).toMatchObject({ state: 'ignored', duplicate_of_id: first.id })
})

const trash = (id: number, trash_reason: 'deleted' | 'spam') =>
  t.act(t.system, async (tx) => trashConversation(tx, await mail.conversation(id), trash_reason))

test('a reply to a conversation in the trash restores and opens it', async () => {
  const c = await newConversation({ id: 'trashed@customer.test' })
  await t.act(t.system, async (tx) => setStatus(tx, c, { status: 'Closed' }))
  await trash(c.id, 'deleted')
  const answer = await receive({ headers: { References: '<trashed@customer.test>' } })
  expect(answer).toMatchObject({ state: 'threaded', conversation_id: c.id })
  expect(await mail.conversation(c.id)).toMatchObject({
    deleted_at: null,
    trash_reason: null,
    status_category: 'open',
  })
  expect((await messageTypes(c.id)).slice(-4)).toEqual([
    'trashed',
    'restored_by_reply',
    'reopened',
    'incoming',
  ])
})

test('a reply to spam and an automatic reply to a deleted conversation stay there', async () => {
  const [spam, deleted] = [
    await newConversation({ id: 'spam@customer.test' }),
    await newConversation({ id: 'away@customer.test' }),
  ]
  await trash(spam.id, 'spam')
  await trash(deleted.id, 'deleted')
  const answers = [
    await receive({ headers: { References: '<spam@customer.test>' } }),
    await receive({ headers: { References: '<away@customer.test>', 'Auto-Submitted': 'auto-replied' } }),
  ]
  expect(answers.map(({ conversation_id }) => conversation_id)).toEqual([spam.id, deleted.id])
  for (const { id } of [spam, deleted]) {
    expect((await mail.conversation(id)).deleted_at).not.toBeNull()
    expect((await messageTypes(id)).at(-1)).toBe('incoming')
  }
})

test('mail that arrives while the conversation is being deleted is not lost, whichever comes first', async () => {
  const c = await newConversation({ id: 'race@customer.test' })
  const [answer] = await Promise.all([
    receive({ headers: { References: '<race@customer.test>' } }),
    trash(c.id, 'deleted').catch(() => {}),
  ])
  expect(answer).toMatchObject({ state: 'threaded', conversation_id: c.id })
  expect((await messageTypes(c.id)).filter((type) => type === 'incoming')).toHaveLength(2)
})

test('a reply to a merged conversation joins the merge target', async () => {
  const c = await newConversation({ id: 'merged@customer.test' })
  const target = await newConversation()
  await t.act(t.system, (tx) => mergeConversation(tx, { uuid: c.uuid, into: target.uuid }))
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

test('old mail from a first sync is marked as historical, so that it triggers no rules or automatic replies', async () => {
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
