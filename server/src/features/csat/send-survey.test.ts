import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockById } from '../../conversation-access.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { startTestSending, type TestSending } from '../../testing/email/test-sending.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { deliverMessage } from '../email/sending/deliver-message.ts'
import { sendSurvey } from './send-survey.ts'

let t: TestApp
let out: TestSending
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  out = await startTestSending(t)
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(async () => {
  await out.stop()
  await t.stop()
})

const send = ({ id }: { id: number }) =>
  t.act(t.system, async (tx) => {
    const c = await lockById(tx, id)
    if (!c) throw new Error('The conversation is gone')
    return sendSurvey(tx, c)
  })
const set = (c: { uuid: string }, status: string) =>
  admin.put(`/api/v1/conversations/${c.uuid}/status`, { status })
const enableSurveys = ({ inbox_id }: ConversationRow) =>
  t.db.updateTable('inboxes').set({ csat_enabled: true }).where('id', '=', inbox_id).execute()
const refusal = async (c: { uuid: string }) =>
  (await admin.get(`/api/v1/conversations/${c.uuid}/csat/refusal`)).body.data.reason as string | null
const surveys = (c: { id: number }) =>
  t.db.selectFrom('csat_surveys').selectAll().where('conversation_id', '=', c.id).orderBy('id').execute()
const read = async (c: { uuid: string }) => (await admin.get(`/api/v1/conversations/${c.uuid}`)).body.data
/** Everything that sending could leave behind. */
const traces = async (c: ConversationRow) => [
  await surveys(c),
  await t.events(c.id),
  (await admin.get(`/api/v1/conversations/${c.uuid}/messages`)).body.data.results.length,
  (await t.jobs()).length,
]

test('only the contact is surveyed, with a personal link; lists, search and SLA timers do not change', async () => {
  const inbox = await out.inbox()
  const c = await t.make.conversation({ inbox_id: inbox.id, email: 'Ada@customer.test', subject: 'Broken' })
  const reply = await out.reply(c, { to: ['ada@customer.test'], cc: ['boss@customer.test'] })
  await deliverMessage(out.deps, reply.id)
  await set(c, 'Resolved')
  const before = await read(c)
  t.clock.advance(60_000)
  await send(c)
  const [survey] = await surveys(c)
  if (!survey?.message_id) throw new Error('There is no survey')
  await deliverMessage(out.deps, survey.message_id)

  const mail = out.sink.mails.at(-1)
  expect(mail?.to).toEqual(['ada@customer.test'])
  const raw = String(mail?.raw)
  expect(raw).toContain('Auto-Submitted: auto-generated')
  expect(raw).not.toContain('boss@customer.test')
  expect(raw).toMatch(/Subject: Re: Broken/)
  expect(raw.replaceAll(/=\r\n/g, '')).toContain(`http://desk.parley.test/csat/${survey.uuid}?rating`)

  const { version: _, updated_at: __, ...after } = await read(c)
  expect(before).toMatchObject(after)
  const messages = (await admin.get(`/api/v1/conversations/${c.uuid}/messages`)).body.data.results
  expect(JSON.stringify(messages)).not.toContain(survey.uuid)
  expect(messages).toMatchObject([
    { type: 'activity', activity: { type: 'csat_sent', data: { address: 'ada@customer.test' } } },
    { type: 'outgoing', status: 'sent', meta: { is_csat: true, to: ['ada@customer.test'] } },
    {},
    {},
    {},
    {},
  ])
  expect((await t.events(c.id)).slice(-3)).toEqual(['message.created', 'csat.sent', 'message.changed'])
})

test('a survey is sent once per resolution, however it was resolved', async () => {
  const c = await t.make.conversation()
  await set(c, 'Resolved')
  await send(c)
  await expect(send(c)).rejects.toThrow('already been sent a survey')
  await set(c, 'Closed')
  await expect(send(c)).rejects.toThrow('already been sent a survey')
  await set(c, 'Open')
  await set(c, 'Resolved')
  await send(c)
  expect(await surveys(c)).toHaveLength(2)
})

test('two simultaneous requests send one survey', async () => {
  const c = await t.make.conversation()
  await set(c, 'Resolved')
  const done = await Promise.allSettled([send(c), send(c), send(c)])
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await surveys(c)).toHaveLength(1)
})

test('resolving several conversations of a customer at once sends one survey', async () => {
  for (let n = 0; n < 5; n++) {
    const email = `several${n}@customer.test`
    const all = [await t.make.conversation({ email }), await t.make.conversation({ email })]
    await Promise.all(all.map((c) => send(c).catch(() => {})))
    expect((await Promise.all(all.map(surveys))).flat()).toHaveLength(1)
  }
  // The one that started first may finish second.
  const email = 'slow@customer.test'
  const [slow, quick] = [await t.make.conversation({ email }), await t.make.conversation({ email })]
  const late = t.act(t.system, async (tx) => {
    t.clock.advance(1000)
    await send(quick)
    return sendSurvey(tx, slow)
  })
  await expect(late).rejects.toThrow('within the last 24 hours')
})

const refusals: [string, string, (c: ConversationRow) => Promise<unknown>][] = [
  [
    'a blocked contact',
    'blocked',
    (c) => t.db.updateTable('contacts').set({ enabled: false }).where('id', '=', c.contact_id).execute(),
  ],
  [
    'a contact without an address',
    'no email address',
    (c) => t.db.updateTable('contacts').set({ email: null }).where('id', '=', c.contact_id).execute(),
  ],
  [
    'a machine',
    'only automated messages',
    (c) =>
      t.db
        .updateTable('messages')
        .set({ meta: '{"auto_reply": "vacation"}' })
        .where('conversation_id', '=', c.id)
        .execute(),
  ],
  [
    'an import',
    'imported',
    (c) => t.db.updateTable('conversations').set({ origin: 'import' }).where('id', '=', c.id).execute(),
  ],
  [
    'a contact surveyed about another conversation today',
    'within the last 24 hours',
    async (c) => {
      const contact = await t.db
        .selectFrom('contacts')
        .select('email')
        .where('id', '=', c.contact_id)
        .executeTakeFirstOrThrow()
      const other = await t.make.conversation({ email: contact.email ?? '' })
      await send(other)
    },
  ],
]
test.each(refusals)('%s is not surveyed, and nothing is left behind', async (_, reason, arrange) => {
  const c = await t.make.conversation()
  await arrange(c)
  const before = await traces(c)
  await expect(send(c)).rejects.toThrow(reason)
  expect(await traces(c)).toEqual(before)

  await set(c, 'Resolved')
  expect(await refusal(c), 'surveys are disabled in the inbox').toBeNull()
  await enableSurveys(c)
  expect(await refusal(c), 'the survey job has not run yet').toBeNull()
  t.clock.advance(10_000)
  expect(await refusal(c)).toContain(reason)
  // As of then, not as of now.
  if (reason === 'within the last 24 hours') t.clock.advance(86_400_000)
  expect(await refusal(c)).toContain(reason)
  await set(c, 'Closed')
  expect(await refusal(c), 'the conversation is not resolved').toBeNull()
})

test('no explanation is given where a survey was or will be sent', async () => {
  const c = await t.make.conversation()
  await enableSurveys(c)
  await set(c, 'Resolved')
  await send(c)
  await t.db.updateTable('contacts').set({ enabled: false }).where('id', '=', c.contact_id).execute()
  t.clock.advance(60_000)
  expect(await refusal(c)).toBeNull()
})

test('a day later the same contact is surveyed about another conversation', async () => {
  const [one, two] = [
    await t.make.conversation({ email: 'often@customer.test' }),
    await t.make.conversation({ email: 'often@customer.test' }),
  ]
  await send(one)
  t.clock.advance(86_400_000)
  await send(two)
  expect(await surveys(two)).toHaveLength(1)
})
