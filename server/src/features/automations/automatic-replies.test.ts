import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { json } from '../../db/json.ts'
import { startTestMail } from '../../testing/email/test-mail.ts'
import { admin, desk, setUpAutomations, t } from './automation-consumer-suite.ts'
import { rateLimits } from './run/rate-limits.ts'

setUpAutomations()

test("a reply goes to the recipient an agent's reply would have, filled in and escaped, as the system", async () => {
  const r = await desk.createRule(
    [],
    [
      {
        type: 'send_reply',
        value: ['<p>Dear {{ contact.first_name }}, about {{ Conversation.Subject }}</p>'],
      },
      { type: 'send_private_note', value: ['<p>Told them</p>'] },
      { type: 'set_status', value: ['3'] },
    ],
  )
  const c = await t.make.conversation({ subject: '<b>Bold</b>', email: 'eve@customer.test' })
  await desk.settle()
  const [reply, note] = await desk.outgoingMessages(c)
  const [run] = await desk.runs(r)
  const why = { by: 'rule', rule_id: r.id, rule: 'A rule', run_id: run.id }
  expect(reply).toMatchObject({
    ...{ status: 'pending', sender_id: t.system.id, private: false },
    ...{ meta: { to: ['eve@customer.test'], why } },
    content: '<p>Dear Grace, about &lt;b&gt;Bold&lt;/b&gt;</p>',
  })
  expect(note).toMatchObject({ private: true, content: '<p>Told them</p>', meta: { why } })
  const { results } = (await admin.get(`/api/v1/conversations/${c.uuid}/events`)).body.data
  expect(
    results.filter((step: { message: unknown }) => step.message === 'note' || step.message === 'reply'),
  ).toMatchObject([
    { actor: { name: 'A rule' }, why },
    { actor: { name: 'A rule' }, why },
  ])
  const timeline = (await admin.get(`/api/v1/conversations/${c.uuid}/messages`)).body.data.results
  expect(timeline.map(({ content }: { content: string }) => content)).toContain(
    'The rule “A rule” marked this as Resolved',
  )
  expect(await desk.row(c)).toMatchObject({ status_id: 3, assigned_user_id: null })
  expect(run).toMatchObject({ outcome: 'done', limit: null })
})

test('a reply goes only to the sender, not to Cc recipients or other people an agent wrote to', async () => {
  const r = await desk.createRule([], [{ type: 'send_reply', value: ['<p>Thanks</p>'] }], {
    ...{ type: 'conversation_update', events: ['conversation.priority.change'] },
  })
  const c = await t.make.conversation({ email: 'eve@customer.test' })
  const recipients = ['friend@customer.test', 'eve@customer.test']
  await t.db
    .updateTable('messages')
    .set({ meta: json({ from: ['eve@customer.test'], to: recipients, cc: ['boss@customer.test'] }) })
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'incoming')
    .execute()
  const prioritize = async (priority: string) => {
    await admin.put(`/api/v1/conversations/${c.uuid}/priority`, { priority })
    await desk.settle()
  }
  await prioritize('High')
  await admin.post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>Both of you</p>',
    to: recipients,
  })
  await prioritize('Low')
  const ruleRecipients = (await desk.outgoingMessages(c))
    .filter(({ sender_id }) => sender_id === t.system.id)
    .map(({ meta }) => meta as { to?: string[]; cc?: string[] })
  expect(ruleRecipients.map(({ to, cc }) => ({ to, cc }))).toEqual([
    { to: ['eve@customer.test'], cc: undefined },
    { to: ['eve@customer.test'], cc: undefined },
  ])
  expect(await desk.runs(r)).toHaveLength(2)
})

test('an email that arrived more than a day late gets no automatic reply, but other actions run', async () => {
  const r = await desk.createRule([], [{ type: 'send_reply', value: ['<p>We got it</p>'] }, desk.priority(1)])
  const mail = await startTestMail(t)
  onTestFinished(() => mail.stop())
  const { id: inbox_id } = await t.make.inbox('late@acme.test')
  const filed = async (hours: number) => {
    const received_at = new Date(t.clock.now().getTime() - hours * 3_600_000)
    await mail.send(
      mail.compose({ from: `late${hours}@customer.test`, to: 'late@acme.test' }),
      'late@acme.test',
    )
    await t.db
      .updateTable('mail_deliveries')
      .set({ received_at })
      .where('inbox_id', '=', inbox_id)
      .where('state', '=', 'received')
      .execute()
    await mail.readAll()
    await desk.settle()
    const delivery = (await mail.deliveries()).at(-1)
    const c = await mail.conversation(delivery?.conversation_id ?? null)
    expect(c).toMatchObject({ priority_id: 1, created_at: received_at, waiting_since: received_at })
    return (await desk.outgoingMessages(c)).length
  }
  expect(await filed(23)).toBe(1)
  expect(await filed(25)).toBe(0)
  expect((await desk.runs(r))[0]).toMatchObject({
    outcome: 'done',
    limit: 'late_mail',
    actions: [{ outcome: 'skipped' }, { outcome: 'done' }],
  })
})

test('machines and blocked contacts get no automatic reply, and one address only a limited number', async () => {
  const r = await desk.createRule([], [{ type: 'send_reply', value: ['<p>We got it</p>'] }, desk.priority(1)])
  const machine = await t.act(t.system, async (tx) => {
    const c = await t.make.conversation()
    await tx.db
      .updateTable('messages')
      .set({ meta: json({ from: ['bot@customer.test'], auto_reply: 'automatic' }) })
      .where('conversation_id', '=', c.id)
      .execute()
    return c
  })
  await desk.settle()
  expect(await desk.outgoingMessages(machine)).toEqual([])
  expect(await desk.row(machine)).toMatchObject({ priority_id: 1 })
  expect((await desk.runs(r))[0]).toMatchObject({
    outcome: 'done',
    limit: 'machine_mail',
    actions: [{ outcome: 'skipped' }, { outcome: 'done' }],
  })

  const blocked = await t.make.conversation()
  await t.db.updateTable('contacts').set({ enabled: false }).where('id', '=', blocked.contact_id).execute()
  await desk.settle()
  expect(await desk.outgoingMessages(blocked)).toEqual([])
  expect((await desk.runs(r))[0]).toMatchObject({
    outcome: 'partly',
    actions: [{ outcome: 'refused' }, { outcome: 'done' }],
  })

  for (let n = 0; n <= rateLimits.mails_per_address; n++)
    await t.make.conversation({ email: 'loop@customer.test' })
  await desk.settle()
  const sent = await sql<{ count: number }>`select count(*)::int as count from messages
    where type = 'outgoing' and meta->'to' @> '["loop@customer.test"]'`.execute(t.db)
  expect(sent.rows[0]?.count).toBe(rateLimits.mails_per_address)
  expect((await desk.runs(r))[0]).toMatchObject({
    limit: 'address_budget',
    actions: [{ outcome: 'refused' }, { outcome: 'skipped' }],
  })
})

test('rules run regardless of how a conversation was created', async () => {
  const r = await desk.createRule(
    [{ field: 'origin', operator: 'not equals', value: 'import' }],
    [desk.priority(1)],
  )
  const inbox = await t.make.inbox()
  const body = {
    initiator: 'agent',
    contact_email: 'ben@customer.test',
    first_name: 'Ben',
    content: '<p>Hello</p>',
  }
  const key = (
    await admin.post(
      `/api/v1/agents/${(await t.make.agent({ permissions: t.make.allPermissions })).id}/api-key`,
      {},
    )
  ).body.data
  const byKey = await t.send({
    method: 'POST',
    url: '/api/v1/conversations',
    headers: { authorization: `Bearer ${key.api_key}:${key.api_secret}` },
    payload: { ...body, inbox_id: inbox.id, subject: 'By key' },
  })
  expect(byKey.status).toBe(200)
  expect(
    (await admin.post('/api/v1/conversations', { ...body, inbox_id: inbox.id, subject: 'By hand' })).status,
  ).toBe(200)
  await t.make.conversation({ subject: 'By mail' })
  await desk.settle()
  const subjects = (await desk.runs(r)).map((run: { conversation: { subject: string } }) =>
    run.conversation.subject.replace(/ - #\d+$/, ''),
  )
  expect(subjects.sort()).toEqual(['By hand', 'By key', 'By mail'])
})

test('a rule applies an SLA policy and sends a survey, and is refused where an agent would be', async () => {
  const policy = (await admin.post('/api/v1/sla', { name: 'Gold', first_response_time: '1h' })).body.data
  const r = await desk.createRule(
    [],
    [
      { type: 'set_sla', value: [String(policy.id)] },
      { type: 'send_csat', value: ['0'] },
      { type: 'send_csat', value: ['0'] },
    ],
  )
  const c = await t.make.conversation()
  await desk.settle()
  expect(await desk.row(c)).toMatchObject({ sla_policy_id: policy.id })
  const [run] = await desk.runs(r)
  expect(run.actions.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done', 'refused'])
  expect(await desk.outgoingMessages(c)).toMatchObject([{ meta: { is_csat: true } }])
})
