import { expect, test } from 'vitest'
import { address, mail, newConversation, receive, reply, setUpJoining, t } from './joining-suite.ts'

setUpJoining()

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

test('an auto-reply is kept and flagged, but does not reopen, wake or mark the conversation as waiting', async () => {
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

test('an agent’s private address in From grants no permissions and is treated like any contact', async () => {
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

test('a bounce marks the bounced reply as failed, with the server’s text, and never gets a reply', async () => {
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

test('a repeated status code is shown once', async () => {
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
