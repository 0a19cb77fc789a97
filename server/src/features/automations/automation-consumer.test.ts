import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import { transactor } from '../../db/transaction.ts'
import { consumeOnce } from '../../spine/consumer.ts'
import { startTestMail } from '../../testing/email/test-mail.ts'
import { type RuleFixture, startRuleFixture } from '../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { waitUntilEventsReadable } from '../../testing/wait-for-events.ts'
import { setStatus } from '../conversations/set-status.ts'
import { markSent } from '../email/sending/message-outcome.ts'
import { createAutomationConsumer } from './automation-consumer.ts'
import { rateLimits } from './run/rate-limits.ts'

let t: TestApp
let desk: RuleFixture
let admin: RuleFixture['admin']
beforeAll(async () => {
  t = await startTestApp()
  desk = await startRuleFixture(t)
  admin = desk.admin
})
afterAll(() => t.stop())
afterEach(() => desk.deleteRules())

const path = '/api/v1/automations/rules'

test('a new conversation runs its rules in order, and each activity line names the rule', async () => {
  const team = await t.make.team('Billing')
  await t.make.tag('money')
  const second = await desk.createRule(
    [{ field: 'assigned_team', operator: 'equals', value: String(team.id) }],
    [desk.priority(3)],
    {
      name: 'Then urgent',
    },
  )
  const first = await desk.createRule(
    [{ field: 'subject', operator: 'contains', value: 'invoice, REFUND' }],
    [
      { type: 'assign_team', value: [String(team.id)] },
      { type: 'add_tags', value: ['money'] },
      desk.priority(1),
    ],
    { name: 'To billing' },
  )
  await admin.put(`${path}/weights`, { [first.id]: 1, [second.id]: 2 })
  const c = await t.make.conversation({ subject: 'My refund' })
  const other = await t.make.conversation({ subject: 'Hello' })
  await desk.settle()

  expect(await desk.row(c)).toMatchObject({ assigned_team_id: team.id, priority_id: 3 })
  expect(await desk.row(other)).toMatchObject({ assigned_team_id: null, priority_id: null })
  const [run] = await desk.runs(first)
  expect(run).toMatchObject({
    rule: 'To billing',
    occasion: 'new_conversation',
    outcome: 'done',
    conversation: { uuid: c.uuid, subject: 'My refund' },
    actions: [
      { type: 'assign_team', display_value: ['Billing'], outcome: 'done' },
      { type: 'add_tags', value: ['money'], outcome: 'done' },
      { type: 'set_priority', outcome: 'done' },
    ],
  })
  expect(run.reasons.groups[0].rules[0]).toMatchObject({ holds: true, actual: 'My refund' })
  expect((await desk.activityLines(c))[0]).toMatchObject({
    type: 'assigned_team',
    why: { by: 'rule', rule_id: first.id, rule: 'To billing', run_id: run.id },
  })
  expect((await admin.get(`/api/v1/conversations/${c.uuid}/automation-runs/${run.id}`)).body.data).toEqual(
    run,
  )
  expect((await admin.get(`${path}/${first.id}`)).body.data).toMatchObject({
    evaluated_count: 2,
    matched_count: 1,
  })
})

test('in first-match mode only the first matching rule runs, and a disabled rule never runs', async () => {
  await admin.put(`${path}/execution-mode`, { mode: 'first_match' })
  const disabled = await desk.createRule([], [desk.priority(1)])
  const [a, b] = [
    await desk.createRule([], [desk.priority(2)]),
    await desk.createRule([], [desk.priority(3)]),
  ]
  await admin.put(`${path}/weights`, { [disabled.id]: 0, [a.id]: 1, [b.id]: 2 })
  await admin.put(`${path}/${disabled.id}/toggle`)
  const c = await t.make.conversation()
  await desk.settle()
  expect(await desk.row(c)).toMatchObject({ priority_id: 2 })
  expect([
    (await desk.runs(disabled)).length,
    (await desk.runs(a)).length,
    (await desk.runs(b)).length,
  ]).toEqual([0, 1, 0])
})

test('rules triggered by a change see the values before it', async () => {
  const r = await desk.createRule(
    [
      { field: 'previous_status', operator: 'equals', value: '1' },
      { field: 'status', operator: 'equals', value: '3' },
    ],
    [desk.priority(2)],
    { events: ['conversation.status.change'] },
  )
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Resolved' })
  // The conversation has changed again by the time the event is read; the event's own values count.
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Closed' })
  await desk.settle()
  expect(await desk.row(c)).toMatchObject({ priority_id: 2 })
  expect(await desk.runs(r)).toHaveLength(1)
})

test('two rules that trigger each other stop on their own', async () => {
  const flip = (from: number, to: number) =>
    desk.createRule([{ field: 'priority', operator: 'equals', value: String(from) }], [desk.priority(to)], {
      events: ['conversation.priority.change'],
    })
  const [a, b] = [await flip(1, 2), await flip(2, 1)]
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/priority`, { priority: 'Low' })
  await desk.settle()
  expect([(await desk.runs(a)).length, (await desk.runs(b)).length]).toEqual([1, 1])
  expect(await desk.row(c)).toMatchObject({ priority_id: 1 })
})

test('a limit ends the run, adds one line to the timeline and is reported to administrators', async () => {
  const tags = await Promise.all([1, 2].map(() => t.make.tag()))
  const r = await desk.createRule(
    [],
    tags.map(({ name }) => ({ type: 'add_tags', value: [name] })),
    { name: 'Busy', events: ['conversation.priority.change'] },
  )
  const c = await t.make.conversation()
  const acted = (acts: number) =>
    t.db
      .insertInto('automation_runs')
      .values({
        ...{
          rule_name: 'Earlier',
          conversation_id: c.id,
          at: t.clock.now(),
          occasion: 'x',
          outcome: 'done',
          acts,
        },
        reasons: json({}),
      })
      .execute()
  await acted(rateLimits.actions_per_conversation - 1)
  const prioritise = async (name: string) => {
    await admin.put(`/api/v1/conversations/${c.uuid}/priority`, { priority: name })
    await desk.settle()
  }
  await prioritise('Low')
  expect((await desk.runs(r))[0]).toMatchObject({
    outcome: 'partly',
    limit: 'conversation_budget',
    actions: [{ outcome: 'done' }, { outcome: 'refused', message: expect.stringMatching(/within an hour/) }],
  })
  await prioritise('High')
  expect((await desk.runs(r))[0]).toMatchObject({ outcome: 'refused' })
  expect((await desk.activityLines(c)).filter((line) => line.type === 'rule_stopped')).toHaveLength(1)
  const trouble = () => admin.get('/api/v1/automations/trouble').then(({ body }) => body.data)
  expect(await trouble()).toMatchObject([
    { rule: 'Busy', limit: 'conversation_budget', count: 2, conversations: [{ uuid: c.uuid }], hidden: 0 },
  ])
  const blind = await t.as(await t.make.agent({ permissions: ['automations:manage'] }))
  expect((await blind.get('/api/v1/automations/trouble')).body.data).toMatchObject([
    { count: 2, conversations: [], hidden: 2 },
  ])
  expect((await blind.get(`${path}/${r.id}/runs`)).body.data).toMatchObject({ results: [], hidden: 2 })
  t.clock.advance(1)
  await admin.post('/api/v1/automations/trouble/dismiss')
  expect(await trouble()).toEqual([])
  t.clock.advance(3_600_001)
  await prioritise('Low')
  expect((await desk.runs(r))[0]).toMatchObject({ outcome: 'done', limit: null })
})

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

test('a refused action is recorded, and the other actions run', async () => {
  const agent = await t.make.agent()
  const r = await desk.createRule([], [{ type: 'assign_user', value: [String(agent.id)] }, desk.priority(2)])
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', agent.id).execute()
  const c = await t.make.conversation()
  await desk.settle()
  expect(await desk.row(c)).toMatchObject({ assigned_user_id: null, priority_id: 2 })
  expect((await desk.runs(r))[0]).toMatchObject({
    outcome: 'partly',
    actions: [{ outcome: 'refused', message: expect.stringMatching(/disabled/) }, { outcome: 'done' }],
  })
})

test('customer emails and sent replies trigger rules; the first message of a conversation and system messages do not', async () => {
  const r = await desk.createRule(
    [{ field: 'content', operator: 'contains', value: 'hello' }],
    [desk.priority(2)],
    {
      events: ['conversation.message.incoming', 'conversation.message.outgoing'],
    },
  )
  const contact = {
    initiator: 'contact',
    contact_email: 'ann@customer.test',
    first_name: 'Ann',
    content: '<p>Hello</p>',
  }
  const inbox = await t.make.inbox()
  const made = await admin.post('/api/v1/conversations', { ...contact, inbox_id: inbox.id, subject: 'Hi' })
  const { uuid } = made.body.data
  await desk.settle()
  expect(await desk.runs(r)).toEqual([])
  const say = { message: '<p>Hello again</p>', sender_type: 'contact' }
  expect((await admin.post(`/api/v1/conversations/${uuid}/messages`, say)).status).toBe(200)
  await desk.settle()
  expect(await desk.runs(r)).toMatchObject([{ occasion: 'conversation.message.incoming' }])

  const reply = { message: '<p>Hello, here it is</p>', to: ['ann@customer.test'] }
  const answer = await admin.post(`/api/v1/conversations/${uuid}/messages`, reply)
  await desk.settle()
  expect(await desk.runs(r), 'not before the reply is sent').toHaveLength(1)
  const sent = await t.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', answer.body.data.id)
    .executeTakeFirstOrThrow()
  await t.act(t.system, (tx) => markSent(tx, { ...sent, source_id: 'x' }, { refused: [], by_person: true }))
  await desk.settle()
  expect(await desk.runs(r)).toMatchObject([{ occasion: 'conversation.message.outgoing' }, {}])
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

test('imported mailbox history and events from before a rule was created trigger nothing', async () => {
  const before = await t.make.conversation()
  t.clock.advance(1)
  const r = await desk.createRule([], [desk.priority(1)])
  const historical = await t.make.conversation()
  await t.db
    .updateTable('events')
    .set({ data: json({ historical: true }) })
    .where('conversation_id', '=', historical.id)
    .execute()
  await desk.settle()
  expect(await desk.runs(r)).toEqual([])
  expect(await desk.row(before)).toMatchObject({ priority_id: null })
})

test('a crash before the position is saved repeats nothing, and two nodes run a rule once', async () => {
  const r = await desk.createRule([], [{ type: 'send_private_note', value: ['<p>Once</p>'] }])
  const c = await t.make.conversation()
  const reader = createAutomationConsumer('http://desk.parley.test')
  const crashing = {
    ...reader,
    handle: async (...batch: Parameters<typeof reader.handle>) => {
      await reader.handle(...batch)
      throw new Error('The machine went away')
    },
  }
  await waitUntilEventsReadable(t.db)
  await expect(consumeOnce(t, crashing)).rejects.toThrow('The machine went away')
  expect(await desk.outgoingMessages(c)).toEqual([])
  await Promise.all([consumeOnce(t, reader), consumeOnce(t, reader)])
  await desk.settle()
  expect(await desk.outgoingMessages(c)).toHaveLength(1)
  expect(await desk.runs(r)).toHaveLength(1)
})

test('the cost of a batch does not grow with the number of rules', async () => {
  const reader = createAutomationConsumer('http://desk.parley.test')
  let count = 0
  const counting = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: t.pool }),
    log: () => {
      count++
    },
  })
  const act = transactor(counting, t.clock, () => {})
  const statements = async () => {
    await desk.settle()
    for (let n = 0; n < 5; n++) await t.make.conversation()
    const events = await t.db
      .selectFrom('events')
      .selectAll()
      .where('type', '=', 'conversation.created')
      .orderBy('id', 'desc')
      .limit(5)
      .execute()
    count = 0
    await act(t.system, (tx) => reader.handle(tx, events))
    return count
  }
  const never = [{ field: 'subject', operator: 'equals', value: 'never' }]
  await desk.createRule(never, [desk.priority(1)])
  const few = await statements()
  for (let n = 0; n < 20; n++) await desk.createRule(never, [desk.priority(1)])
  expect(await statements()).toBe(few)
  // Begin and commit, rules, conversations with their messages, counts.
  expect(few).toBeLessThan(8)
})

test('a time-based rule runs once and on time, not for the past, nor after a change or while disabled', async () => {
  const hour = 3_600_000
  const old = await t.make.conversation()
  await desk.advance(2 * hour)
  const r = await desk.createRule(
    [
      { field: 'hours_since_created', operator: 'greater than', value: '2' },
      { field: 'status', operator: 'equals', value: '1' },
    ],
    [desk.priority(3), { type: 'send_private_note', value: ['<p>Late</p>'] }],
    { type: 'time_trigger' },
  )
  const [c, closed] = [await t.make.conversation(), await t.make.conversation()]
  await desk.settle()
  await t.act(t.system, async (tx) => {
    const locked = await tx.db
      .selectFrom('conversations')
      .selectAll()
      .where('id', '=', closed.id)
      .executeTakeFirstOrThrow()
    await setStatus(tx, locked, { status: 'Closed' })
  })
  await desk.advance(2 * hour - 1)
  expect(await desk.row(c)).toMatchObject({ priority_id: null })
  await desk.advance(1)
  expect(await desk.row(c)).toMatchObject({ priority_id: 3 })
  const [miss, hit] = await desk.runs(r)
  const doneRuns = (await admin.get(`${path}/${r.id}/runs?outcome=done`)).body.data
  expect(doneRuns).toMatchObject({ results: [{ outcome: 'done' }], hidden: 0, next_cursor: null })
  expect([hit, miss].map((run) => [run.outcome, run.at]).sort()).toEqual([
    ['done', t.clock.now().toISOString()],
    ['not_matched', t.clock.now().toISOString()],
  ])
  await admin.put(`/api/v1/conversations/${closed.uuid}/status`, { status: 'Open' })
  await desk.advance(10 * hour)
  expect(await desk.runs(r)).toHaveLength(2)
  expect(await desk.row(old)).toMatchObject({ priority_id: null })
  expect(await desk.outgoingMessages(c)).toHaveLength(1)

  // The job is late, and the rule was re-enabled in the meantime: the timer was due before that.
  const late = await t.make.conversation()
  await desk.settle()
  t.clock.advance(2 * hour)
  for (let n = 0; n < 2; n++) await admin.put(`${path}/${r.id}/toggle`)
  await desk.settle()
  expect(await desk.row(late)).toMatchObject({ priority_id: null })

  // Disabled and re-enabled: timers that were due in between are skipped, later ones run.
  const overdue = await t.make.conversation()
  await desk.advance(hour)
  await admin.put(`${path}/${r.id}/toggle`)
  await desk.advance(hour)
  const young = await t.make.conversation()
  await desk.advance(hour)
  await admin.put(`${path}/${r.id}/toggle`)
  await desk.advance(3 * hour)
  expect(await desk.row(overdue)).toMatchObject({ priority_id: null })
  expect(await desk.row(young)).toMatchObject({ priority_id: 3 })
})

test('a rule whose threshold changes runs at the new time, including on existing conversations', async () => {
  const hour = 3_600_000
  const hours = (value: string) => ({
    name: 'Waits',
    type: 'time_trigger',
    enabled: true,
    rules: [
      {
        groups: [
          { logical_op: 'AND', rules: [{ field: 'hours_since_created', operator: 'greater than', value }] },
        ],
        group_operator: 'AND',
        actions: [desk.priority(3)],
      },
    ],
  })
  const { id } = (await admin.post(path, hours('2'))).body.data
  const c = await t.make.conversation()
  await desk.advance(hour)
  expect((await admin.put(`${path}/${id}`, hours('4'))).status).toBe(200)
  await desk.advance(3 * hour - 1)
  expect(await desk.row(c)).toMatchObject({ priority_id: null })
  await desk.advance(1)
  expect(await desk.row(c)).toMatchObject({ priority_id: 3 })
  // Four hours have passed. Changed to six, the timer fires again, but the rule already acted on this base time.
  await admin.put(`${path}/${id}`, hours('6'))
  await desk.advance(3 * hour)
  expect(await desk.runs({ id })).toHaveLength(1)
})

test('a reply restarts its hours, and so does closing again', async () => {
  const hour = 3_600_000
  const r = await desk.createRule(
    [{ field: 'hours_since_resolved', operator: 'greater than', value: '1.5' }],
    [{ type: 'send_private_note', value: ['<p>Still fine?</p>'] }],
    { type: 'time_trigger' },
  )
  const c = await t.make.conversation()
  const status = (name: string) => admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: name })
  await status('Resolved')
  await desk.advance(hour)
  await status('Open')
  await status('Resolved')
  await desk.advance(hour)
  expect(await desk.runs(r)).toEqual([])
  await desk.advance(hour)
  expect(await desk.runs(r)).toHaveLength(1)
  await status('Open')
  await status('Resolved')
  await desk.advance(3 * hour)
  expect(await desk.runs(r)).toHaveLength(2)
  await status('Open')
  await status('Resolved')
  await status('Open')
  await desk.advance(3 * hour)
  expect(await desk.runs(r), 'open conversations have no resolution time').toHaveLength(2)
})
