import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import { transactor } from '../../db/transaction.ts'
import { consumeOnce } from '../../spine/consumer.ts'
import { waitUntilEventsReadable } from '../../testing/wait-for-events.ts'
import { markSent } from '../email/sending/message-outcome.ts'
import { createAutomationConsumer } from './automation-consumer.ts'
import { admin, desk, path, setUpAutomations, t } from './automation-consumer-suite.ts'
import { rateLimits } from './run/rate-limits.ts'

setUpAutomations()

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
