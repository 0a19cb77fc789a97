import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startTestMail, type TestMail } from '../../testing/mail.ts'

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

test('a first mail becomes an open conversation of a new contact, as the API shows it', async () => {
  const inbox = await t.make.inbox('help@acme.test')
  const delivery = await mail.receive(
    mail.compose({
      from: '"Hopper, Grace" <Grace@customer.test>',
      to: 'help@acme.test',
      subject: '=?utf-8?q?Caf=C3=A9?=',
    }),
    'help@acme.test',
  )
  expect(delivery).toMatchObject({
    state: 'threaded',
    reason: null,
    subject: 'Café',
    from_address: 'grace@customer.test',
  })
  const c = await mail.conversation(delivery.conversation_id)
  expect(c).toMatchObject({
    inbox_id: inbox.id,
    subject: 'Café',
    origin: 'email',
    status_id: 1,
    unread_counter: 1,
    waiting_since: t.clock.now(),
    last_message_sender: 'contact',
  })
  const browser = await t.as(await t.make.agent())
  const { body } = await browser.get(`/api/v1/conversations/${c.uuid}/messages`)
  expect(body.data.results).toMatchObject([
    {
      type: 'incoming',
      status: 'received',
      sender: { type: 'contact', first_name: 'Grace', last_name: 'Hopper' },
      meta: { from: ['grace@customer.test'], to: ['help@acme.test'], cc: [], subject: 'Café' },
      content: expect.stringContaining('Hello, this is mail'),
    },
  ])
  expect(await t.events(c.id)).toEqual(['conversation.created', 'message.created'])
})
