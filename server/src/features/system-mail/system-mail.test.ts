import { parseMail } from '@parley/mail/parse/parse-mail'
import { expect, test } from 'vitest'
import { queueSystemMail, requeueLostSystemMails } from '../../system-mail/queue-system-mail.ts'
import {
  admin,
  invite,
  keys,
  mails,
  path,
  server,
  setUpServer,
  setUpSystemMail,
  sink,
  t,
  work,
} from './system-mail-suite.ts'

setUpSystemMail()

test('a mail server that is not configured defaults to the security of its port', async () => {
  expect((await admin.get(path)).body.data).toMatchObject(keys({ host: '', port: 587, tls_type: 'starttls' }))
})

test('the password is sealed, never returned or logged, and kept by "" and by the mask', async () => {
  expect((await admin.get(path)).body.data['notification.email.password']).toBe('')
  expect((await admin.put(path, server())).body.data).toBe(true)
  for (const password of ['', '••••••••••'])
    expect((await admin.put(path, server({ password, port: sink.port }))).status).toBe(200)
  const { body } = await admin.get(path)
  expect(body.data).toMatchObject(server({ password: '••••••••••' }))
  expect(Object.keys(body.data)).toHaveLength(14)
  const stored = await t.db.selectFrom('settings').selectAll().execute()
  const facts = await t.db.selectFrom('events').selectAll().where('type', '=', 'settings.changed').execute()
  expect(JSON.stringify([stored, facts])).not.toContain('sesame')
  expect(facts.at(-1)?.changes).toMatchObject({
    'notification.email.password': [null, null],
    'notification.email.host': ['', sink.host],
  })
  await invite('ina1@acme.test')
  await work()
  expect(sink.mails[0]?.user).toBe('desk')
})

test('the stored password never goes to another host', async () => {
  await admin.put(path, server())
  for (const call of [
    () => admin.put(path, server({ host: 'evil.test', password: '' })),
    () => admin.post(`${path}/test`, { ...server({ host: 'localhost', password: '' }), to: 'me@acme.test' }),
  ]) {
    const { status, body } = await call()
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe('notification.email.password')
  }
  expect(sink.mails).toEqual([])
})

test.each([
  [{ host: '' }, 'notification.email.host'],
  [{ email_address: '' }, 'notification.email.email_address'],
  [{ email_address: 'nobody' }, 'notification.email.email_address'],
  [{ port: 0 }, 'notification.email.port'],
])('settings that could not send email are refused at their field: %o', async (more, field) => {
  const { status, body } = await admin.put(path, server(more))
  expect(status).toBe(400)
  expect(body.errors[0].path).toBe(field)
  expect(
    (await admin.put(path, server({ ...more, enabled: false, port: 25, email_address: '' }))).status,
  ).toBe(200)
})

test("a test email returns the server's reply", async () => {
  const check = async (more: object) =>
    (await admin.post(`${path}/test`, { ...server(more), to: 'Me@acme.test' })).body.data
  expect(await check({})).toMatchObject({ ok: true, answer: expect.stringMatching(/^250 /) })
  expect(sink.mails.map(({ to }) => to)).toEqual([['me@acme.test']])
  expect(await check({ password: 'wrong' })).toMatchObject({
    ok: false,
    answer: expect.stringContaining('didn’t accept the username or password'),
  })
  expect(await check({ port: 9 })).toMatchObject({
    ok: false,
    answer: expect.stringMatching(/doesn’t accept connections on this port/),
  })
  sink.behave({ kind: 'refuse', code: 550, text: '5.1.1 Nobody here', at: 'rcpt' })
  expect(await check({})).toMatchObject({ ok: false, answer: expect.stringContaining('but refused') })
})

test('a temporary failure is retried and a permanent one is not; both are reported', async () => {
  await setUpServer()
  await invite('ina3@acme.test')
  sink.behave({ kind: 'refuse', code: 451, text: '4.3.0 Come back later', at: 'data' })
  await work()
  const [later] = await mails()
  expect(later).toMatchObject({
    status: 'pending',
    attempts: 1,
    delivery_error: expect.stringContaining('4.3.0 Come back later'),
  })
  expect(later?.not_before.getTime()).toBeGreaterThan(t.clock.now().getTime())
  await work()
  expect((await mails())[0]?.attempts, 'not before it is due').toBe(1)
  t.clock.advance(60_000)
  sink.behave({ kind: 'refuse', code: 550, text: '5.1.1 Nobody here', at: 'rcpt' })
  await work()
  expect(await mails()).toMatchObject([
    { status: 'failed', attempts: 2, delivery_error: expect.stringContaining('5.1.1 Nobody here') },
  ])
})

test('a crash during an attempt delays the email by minutes but does not lose it', async () => {
  await setUpServer()
  await invite('ina4@acme.test')
  const [{ id } = { id: 0 }] = await mails()
  await t.db
    .updateTable('system_mails')
    .set({ attempts: 1, not_before: new Date(t.clock.now().getTime() + 300_000) })
    .execute()
  await work()
  expect(sink.mails).toEqual([])
  t.clock.advance(400_000)
  await t.act(t.system, (tx) => tx.dequeue(`send_system_mail:${id}`))
  await t.act(t.system, requeueLostSystemMails)
  expect((await t.jobs()).some(({ key }) => key === `send_system_mail:${id}`)).toBe(true)
  await work()
  expect(sink.mails).toHaveLength(1)
})

test('a notification is rendered from its current template, and a broken template is not retried forever', async () => {
  await setUpServer()
  const c = await t.make.conversation({ subject: 'Lamp & oak' })
  const agent = await t.make.agent({ first_name: 'Sam' })
  const notice = { template: 'SLA breach warning', agent_id: agent.id, conversation_id: c.id } as const
  await t.act(t.system, (tx) =>
    queueSystemMail(tx, {
      ...notice,
      data: {
        due: { metric: 'next_response', at: new Date(t.clock.now().getTime() + 300_000).toISOString() },
      },
    }),
  )
  await work()
  const mail = await parseMail(sink.mails[0]?.raw ?? Buffer.of())
  expect(mail.subject).toBe(`Due in 5 minutes: Lamp & oak (#${c.reference_number})`)
  expect(mail.html).toContain(
    `<a href="http://desk.parley.test/inboxes/all/conversation/${c.uuid}">Lamp &amp; oak</a>`,
  )
  await t.db
    .updateTable('templates')
    .set({ body: '{{ oops' })
    .where('name', '=', 'SLA breach warning')
    .execute()
  await t.act(t.system, (tx) => queueSystemMail(tx, notice))
  await work()
  expect((await mails())[1]).toMatchObject({
    status: 'failed',
    delivery_error: expect.stringMatching(
      /^The template "SLA breach warning" has an error. Line 1, column 1/,
    ),
  })
})
