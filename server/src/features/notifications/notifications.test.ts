import { parseMail } from '@parley/mail/parse/parse-mail'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consumeOnce } from '../../spine/consumer.ts'
import { type SmtpSink, startSmtpSink } from '../../testing/email/smtp-sink.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { startTestEngines } from '../../testing/test-engines.ts'
import { waitUntilEventsReadable } from '../../testing/wait-for-events.ts'
import { deliverSystemMail } from '../system-mail/deliver-system-mail.ts'
import { assignmentDelayMs } from './channels/queue-emails.ts'
import { notificationConsumer } from './notification-consumer.ts'
import { notify } from './notify.ts'

let t: TestApp
let sink: SmtpSink
let engines: ReturnType<typeof startTestEngines>
let petra: Awaited<ReturnType<TestApp['make']['agent']>>
let admin: Awaited<ReturnType<TestApp['as']>>
const root_url = 'https://desk.parley.test'
beforeAll(async () => {
  t = await startTestApp()
  sink = await startSmtpSink({})
  petra = await t.make.agent({ first_name: 'Petra', permissions: t.make.allPermissions })
  admin = await t.as(petra)
  const deps = { ...t, root_url }
  engines = startTestEngines(t, {}, { send_system_mail: ({ id }) => deliverSystemMail(deps, Number(id)) })
  await engines.settle()
  const server = {
    enabled: true,
    email_address: 'Parley <desk@acme.test>',
    host: sink.host,
    port: sink.port,
    tls_type: 'none',
    auth_protocol: 'none',
  }
  const keys = Object.entries(server).map(([key, value]) => [`notification.email.${key}`, value])
  expect((await admin.put('/api/v1/settings/notifications/email', Object.fromEntries(keys))).status).toBe(200)
})
afterAll(async () => {
  await sink.stop()
  await t.stop()
})
beforeEach(async () => {
  await engines.settle()
  sink.behave({ kind: 'accept' })
  sink.mails.length = 0
  await t.db.deleteFrom('system_mails').execute()
  await t.db.deleteFrom('settings').where('key', 'like', 'notification.kind.%').execute()
})

const assign = (c: { uuid: string }, agent: { id: number }) =>
  admin.put(`/api/v1/conversations/${c.uuid}/assignee/user`, { assignee_id: agent.id })
const takeOff = (c: { uuid: string }) => admin.put(`/api/v1/conversations/${c.uuid}/assignee/user/remove`, {})
const later = () => engines.advance(assignmentDelayMs)
const mails = () => Promise.all(sink.mails.map(({ raw }) => parseMail(raw)))
const rows = () => t.db.selectFrom('system_mails').selectAll().orderBy('id').execute()
const header = (raw: Buffer | undefined, name: string) =>
  new RegExp(`^${name}:(.*(?:\r\n[ \t].*)*)`, 'im')
    .exec(raw?.toString() ?? '')?.[1]
    ?.replace(/\r\n\s+/g, ' ')
    .trim()
const unsubscribeUrl = () => header(sink.mails[0]?.raw, 'List-Unsubscribe')?.replace(/^<|>$/g, '') ?? ''
const visit = (method: 'GET' | 'POST', url: string, headers: { cookie?: string } = {}) =>
  t.app.inject({
    method,
    url: url.replace(root_url, ''),
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    ...(method === 'POST' && { payload: 'List-Unsubscribe=One-Click' }),
  })

test('a new assignee is emailed once, with the author, a link and a thread', async () => {
  const agent = await t.make.agent({ first_name: 'Sam' })
  const c = await t.make.conversation({ subject: 'Lamp & oak' })
  await assign(c, agent)
  await engines.settle()
  expect(sink.mails, 'the email is delayed').toHaveLength(0)
  await later()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe(`Assigned to you: Lamp & oak (#${c.reference_number})`)
  expect(mail?.html).toContain(`${root_url}/inboxes/all/conversation/${c.uuid}`)
  expect(mail?.html).toContain('was assigned to you by Petra')
  const raw = sink.mails[0]?.raw
  const thread = `<conversation.${c.uuid}.${agent.id}@acme.test>`
  expect([header(raw, 'References'), header(raw, 'In-Reply-To')]).toEqual([thread, thread])
  expect(header(raw, 'Auto-Submitted')).toBe('auto-generated')
  expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  await t.act(t.system, (tx) =>
    notify(tx, {
      kind: 'sla_breach',
      agent_ids: [agent.id, agent.id, agent.id + 999_999],
      conversation_id: c.id,
      data: { metric: 'resolution', due_at: new Date(tx.now.getTime() - 3_900_000).toISOString() },
    }),
  )
  await engines.settle()
  expect(sink.mails).toHaveLength(2)
  expect(header(sink.mails[1]?.raw, 'References')).toBe(thread)
  expect((await mails())[1]?.html).toContain('is overdue by 1 hour 5 minutes')
})

test('no email is sent for own actions, undone assignments, or conversations the agent cannot see', async () => {
  const agent = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_assigned'] })
  await assign(await t.make.conversation(), petra)
  const mistaken = await t.make.conversation()
  await assign(mistaken, agent)
  await engines.settle()
  await takeOff(mistaken)
  const forgotten = await t.make.agent({ permissions: [] })
  await assign(await t.make.conversation(), forgotten)
  const gone = await t.make.agent()
  await assign(await t.make.conversation(), gone)
  await engines.settle()
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', gone.id).execute()
  await later()
  expect(sink.mails).toEqual([])
  expect((await rows()).map(({ status, delivery_error }) => [status, delivery_error])).toEqual([
    ['dropped', 'The agent was unassigned'],
    ['dropped', 'The agent no longer has access to the conversation'],
    ['dropped', 'The agent can no longer sign in'],
  ])
  // Once more, and this time it stays: one email.
  for (const _ of [1, 2]) {
    await assign(mistaken, agent)
    await engines.settle()
    if (_ === 1) await takeOff(mistaken)
  }
  await later()
  expect(sink.mails).toHaveLength(1)
})

test('many simultaneous assignments become one email, however many workers process them', async () => {
  const agent = await t.make.agent({ first_name: 'Ada' })
  const all = []
  for (let n = 0; n < 25; n++) all.push(await t.make.conversation({ subject: `Lamp ${n}` }))
  for (const c of all) await assign(c, agent)
  const [first] = all
  if (first) await takeOff(first)
  await engines.settle()
  t.clock.advance(assignmentDelayMs)
  const deps = { ...t, root_url }
  await Promise.all((await rows()).slice(0, 6).map(({ id }) => deliverSystemMail(deps, id)))
  await engines.settle()
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('24 conversations were assigned to you')
  expect(mail?.html).toContain('by Petra')
  expect(mail?.html?.match(/<li>/g)).toHaveLength(20)
  expect(mail?.html).toContain('and 4 more')
  expect(mail?.html).not.toContain('>Lamp 0<')
})

test('processing a batch again after a crash emails no one twice', async () => {
  const agent = await t.make.agent()
  await assign(await t.make.conversation(), agent)
  const crash = {
    ...notificationConsumer,
    handle: async (...args: Parameters<typeof notificationConsumer.handle>) => {
      await notificationConsumer.handle(...args)
      throw new Error('the machine went off')
    },
  }
  await waitUntilEventsReadable(t.db)
  await expect(consumeOnce(t, crash)).rejects.toThrow('went off')
  expect(await rows()).toEqual([])
  await later()
  expect(sink.mails).toHaveLength(1)
})

test('the unsubscribe link asks first and turns off its kind once, signed in or not', async () => {
  const agent = await t.make.agent({ first_name: 'Linus' })
  const c = await t.make.conversation()
  await assign(c, agent)
  await later()
  const url = unsubscribeUrl()
  expect(url).toMatch(/^https:\/\/desk\.parley\.test\/unsubscribe\//)
  const muted = async () =>
    (
      await t.db
        .selectFrom('agents')
        .select('muted_notifications')
        .where('id', '=', agent.id)
        .executeTakeFirstOrThrow()
    ).muted_notifications
  const page = await visit('GET', url)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Linus, you’ll no longer get emails when a conversation is assigned to you')
  expect(page.body).not.toContain('<script')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(await muted(), 'a GET changes nothing').toEqual([])
  const { token } = await t.as(agent)
  for (const headers of [{}, { cookie: `parley_session=${token}` }]) {
    const confirmation = await visit('POST', url, headers)
    expect([confirmation.statusCode, confirmation.body.includes('These emails are turned off')]).toEqual([
      200,
      true,
    ])
    expect(confirmation.body).toContain('/account/notifications')
  }
  expect(await muted()).toEqual(['assigned'])
  expect((await t.events()).filter((type) => type === 'agent.preferences_changed')).toHaveLength(1)
  sink.mails.length = 0
  await assign(await t.make.conversation(), agent)
  await later()
  expect(sink.mails).toEqual([])
  for (const wrong of [
    `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`,
    url.replace('assigned', 'csat'),
    '/unsubscribe/x',
  ]) {
    expect([(await visit('GET', wrong)).statusCode, (await visit('POST', wrong)).statusCode]).toEqual([
      404, 404,
    ])
  }
  expect(await muted()).toEqual(['assigned'])
})

test('a kind can be off for everyone or for one agent; both are checked again when the email is sent', async () => {
  const [one, other] = [await t.make.agent(), await t.make.agent()]
  const mine = await t.as(one)
  const c = await t.make.conversation()
  const warn = () =>
    t.act(t.system, (tx) =>
      notify(tx, {
        kind: 'sla_warning',
        agent_ids: [one.id, other.id],
        conversation_id: c.id,
        data: { metric: 'first_response', due_at: new Date(tx.now.getTime() + 600_000).toISOString() },
      }),
    )
  const path = '/api/v1/settings/notifications/kinds'
  const rated = { kind: 'csat', agent_ids: [one.id], conversation_id: c.id, data: { rating: 4 } } as const
  expect(
    (await mine.put('/api/v1/agents/me/preferences', { muted_notifications: ['sla_warning', 'sla_warning'] }))
      .body.data.muted_notifications,
  ).toEqual(['sla_warning'])
  expect((await mine.put('/api/v1/agents/me/preferences', { muted_notifications: ['lunch'] })).status).toBe(
    400,
  )
  await warn()
  await engines.settle()
  expect(sink.mails.map(({ to }) => to)).toEqual(
    [[`agent${other.id}@parley.test`]].map(() => sink.mails[0]?.to),
  )
  expect(sink.mails).toHaveLength(1)
  expect((await mails())[0]?.html).toContain('first reply</a>'.slice(0, 11))
  await t.act(t.system, (tx) => notify(tx, rated))
  expect((await mine.put(path, { csat: false })).status).toBe(403)
  expect((await admin.put(path, { csat: false })).body.data).toMatchObject({ csat: false, assigned: true })
  await engines.settle()
  await t.act(t.system, (tx) => notify(tx, rated))
  expect((await rows()).at(-1)).toMatchObject({ template: 'CSAT answered', status: 'dropped' })
  expect(sink.mails).toHaveLength(1)
  expect((await mine.get(path)).body.data.csat).toBe(false)
  await admin.put(path, { csat: true })
  await t.act(t.system, (tx) => notify(tx, rated))
  await engines.settle()
  expect((await mails())[1]?.subject).toBe(`Grace Hopper rated your help 4/5 (#${c.reference_number})`)
})
