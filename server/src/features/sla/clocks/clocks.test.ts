import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SlaFixture, startSlaFixture } from '../../../testing/sla-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let desk: SlaFixture
beforeAll(async () => {
  t = await startTestApp()
  desk = await startSlaFixture(t)
})
afterAll(() => t.stop())
beforeEach(() => desk.nextWeek())

test('a manually chosen policy counts from the start of the conversation, in business hours', async () => {
  const { id, name } = await desk.createPolicy()
  const c = await t.make.conversation()
  await desk.advanceToDay(0, '10:00')
  await desk.applyPolicy(c, id)
  expect(await desk.deadlines(c)).toEqual({
    first: '0 13:00',
    next: null,
    resolution: '1 17:00',
    live: '0 13:00',
  })
  expect(await desk.getSla(c)).toMatchObject({
    policy: { id, name },
    reason: 'hand',
    applied_by: 'Ada',
    calendar: { of: 'workspace', hours: 'Office hours', time_zone: 'UTC' },
    state: 'running',
    targets: [
      { metric: 'first_response', promised: '4h', due_at: desk.at(0, '13:00').toISOString(), met_at: null },
      { metric: 'resolution', promised: '16h' },
    ],
  })
  expect(await desk.activityLines(c)).toMatchObject([{ type: 'sla_set', data: { policy: name } }])

  await desk.applyPolicy(c, id)
  expect(await desk.activityLines(c)).toHaveLength(1)
  await desk.applyPolicy(c, null)
  expect(await desk.deadlines(c)).toEqual({ first: null, next: null, resolution: null, live: null })
  expect(await desk.jobs(`sla:${c.id}`)).toEqual([])
  expect((await desk.activityLines(c)).at(-1)).toMatchObject({ type: 'sla_removed', data: { policy: name } })
  expect(await desk.getSla(c)).toBeNull()
})

test('a reply and a resolution in time are met at the time they happened, not when it was checked', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.advanceToDay(0, '12:30')
  await desk.reply(c)
  await desk.advanceToDay(1, '16:59')
  await desk.setStatus(c, 'Resolved')
  expect(await desk.slaEvents(c)).toEqual(['first_response met 12:30', 'resolution met 16:59'])
  expect(await desk.deadlines(c)).toEqual({ first: '0 13:00', next: null, resolution: '1 17:00', live: null })
  const [applied] = await t.db
    .selectFrom('applied_slas')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .execute()
  expect(applied).toMatchObject({ status: 'met', first_response_met_at: desk.at(0, '12:30') })
})

test('a target is missed at its deadline, by a timer, once, and a late reply does not change that', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.advanceToDay(0, '12:59')
  expect(await desk.slaEvents(c)).toEqual([])
  await desk.advanceToDay(0, '13:00')
  expect(await desk.slaEvents(c)).toEqual(['first_response breached 13:00'])
  expect((await desk.activityLines(c)).at(-1)).toMatchObject({
    type: 'sla_breached',
    data: { metric: 'first_response' },
    why: { by: 'sla', reason: 'due' },
  })
  await desk.advanceToDay(0, '14:00')
  await desk.reply(c)
  expect(await desk.slaEvents(c)).toEqual(['first_response breached 13:00'])
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00', live: '1 17:00' })
  await desk.setStatus(c, 'Resolved')
  const [applied] = await t.db
    .selectFrom('applied_slas')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .execute()
  expect(applied).toMatchObject({ status: 'partially_met', first_response_met_at: desk.at(0, '14:00') })
})

test('each later email of the customer gets a target, which further emails do not postpone', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.reply(c)
  expect((await desk.deadlines(c)).next).toBeNull()
  await desk.advanceToDay(0, '10:00')
  await desk.receiveMessage(c)
  await desk.advanceToDay(0, '11:00')
  await desk.receiveMessage(c)
  expect(await desk.deadlines(c)).toMatchObject({ next: '0 12:00', live: '0 12:00' })
  await desk.advanceToDay(0, '11:30')
  await desk.reply(c)
  await desk.advanceToDay(0, '16:00')
  await desk.receiveMessage(c)
  expect(await desk.deadlines(c)).toMatchObject({ next: '1 10:00', live: '1 10:00' })
  await desk.advanceToDay(1, '10:00')
  expect(await desk.slaEvents(c)).toEqual([
    'first_response met 09:00',
    'next_response met 11:30',
    'next_response breached 10:00',
  ])
})

test('a reply answers emails received before it was written; an email received before it was sent still waits', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.reply(c)
  await desk.advanceToDay(0, '10:00')
  await desk.receiveMessage(c)
  await desk.advanceToDay(0, '10:30')
  await desk.reply(c, async () => {
    await desk.advanceToDay(0, '10:45')
    await desk.receiveMessage(c)
    await desk.advanceToDay(0, '11:00')
  })
  expect(await desk.slaEvents(c)).toEqual(['first_response met 09:00', 'next_response met 11:00'])
  expect((await desk.deadlines(c)).next).toBe('0 12:45')
})

test('notes, rules and surveys meet no target', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.admin.post(`/api/v1/conversations/${c.uuid}/messages`, { message: '<p>Hm</p>', private: true })
  const row = {
    conversation_id: c.id,
    inbox_id: c.inbox_id,
    created_at: t.clock.now(),
    updated_at: t.clock.now(),
    sent_at: t.clock.now(),
    type: 'outgoing' as const,
    status: 'sent' as const,
    sender_type: 'agent' as const,
    content: 'Received',
  }
  await desk.receiveMessage(c)
  await desk.advance(60_000)
  await t.db
    .insertInto('messages')
    .values([
      { ...row, sender_id: t.system.id },
      { ...row, sender_id: desk.agent.id, meta: '{"is_csat": true}' as never },
    ])
    .execute()
  await desk.receiveMessage(c)
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00', next: '0 11:00' })
  expect(await desk.slaEvents(c)).toEqual([])
})

test('all timers pause while the conversation is waiting, and resume afterwards', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.advanceToDay(0, '11:00')
  await desk.setStatus(c, 'Snoozed', { snoozed_until: desk.at(1, '10:00').toISOString() })
  expect(await desk.deadlines(c)).toEqual({ first: null, next: null, resolution: null, live: null })
  expect(await desk.jobs(`sla:${c.id}`)).toEqual([])
  await desk.advanceToDay(0, '18:00')
  expect((await desk.getSla(c)).targets).toMatchObject([
    { metric: 'first_response', due_at: null, left_ms: 2 * 3_600_000 },
    { metric: 'resolution', left_ms: 14 * 3_600_000 },
  ])
  await desk.advanceToDay(1, '10:00')
  // Seven hours of Monday's and Tuesday's business hours don't count.
  expect(await desk.deadlines(c)).toMatchObject({ first: '1 12:00', resolution: '2 16:00' })
  await desk.advanceToDay(1, '12:00')
  expect(await desk.slaEvents(c)).toEqual(['first_response breached 12:00'])
})

test('timers stop when the conversation is closed and resume when it is reopened, and a met resolution stays met', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.advanceToDay(0, '10:00')
  await desk.receiveMessage(c)
  await desk.setStatus(c, 'Resolved')
  expect(await desk.deadlines(c)).toMatchObject({
    first: null,
    next: null,
    resolution: '1 17:00',
    live: null,
  })
  await desk.advanceToDay(2, '09:00')
  await desk.setStatus(c, 'Open')
  expect(await desk.slaEvents(c)).toEqual(['resolution met 10:00'])
  expect(await desk.deadlines(c)).toEqual({
    first: '2 12:00',
    next: '2 11:00',
    resolution: '1 17:00',
    live: '2 11:00',
  })
  await desk.advanceToDay(2, '09:30')
  await desk.setStatus(c, 'Closed')
  await desk.advanceToDay(3, '09:00')
  // Closing dropped the old turn; the new email starts another one.
  await desk.receiveMessage(c)
  expect(await desk.deadlines(c)).toMatchObject({ next: '3 11:00', first: '3 11:30' })
  const { deadline_at, status } = await t.db
    .selectFrom('sla_events')
    .select(['deadline_at', 'status'])
    .where('dropped_at', '=', desk.at(3, '09:00'))
    .executeTakeFirstOrThrow()
  expect([deadline_at, status], 'the state when the turn was dropped').toEqual([null, 'pending'])
})

test("a team's policy is applied on assignment, in the team's business hours, unless someone chose one since", async () => {
  const gold = await desk.createPolicy()
  const other = await desk.createPolicy({ name: 'Other' })
  const day = { open: '08:00', close: '12:00' }
  const hours = (
    await desk.admin.post('/api/v1/business-hours', {
      name: 'Mornings',
      is_always_open: false,
      hours: { Monday: day, Tuesday: { spans: [day, { open: '13:00', close: '15:00' }] } },
      holidays: [],
    })
  ).body.data
  const write = {
    name: `Night ${gold.id}`,
    timezone: 'America/New_York',
    sla_policy_id: gold.id,
    business_hours_id: hours.id,
  }
  const team = (await desk.admin.post('/api/v1/teams', write)).body.data
  const c = await t.make.conversation()
  await desk.assignTeam(c, team.id)
  // Eight to twelve in New York is 13:00 to 17:00 UTC.
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 17:00' })
  expect(await desk.getSla(c)).toMatchObject({
    reason: 'team',
    applied_by: null,
    calendar: { of: 'team', hours: 'Mornings', time_zone: 'America/New_York' },
  })
  expect((await desk.activityLines(c)).at(-1)).toMatchObject({
    type: 'sla_set',
    why: { by: 'sla', reason: 'team' },
  })

  // The new team has no policy: the old policy stays, counted by the workspace's business hours.
  await desk.assignTeam(c, (await t.make.team()).id)
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00' })

  const chosen = await t.make.conversation()
  const path = `/api/v1/conversations/${chosen.uuid}`
  await desk.admin.put(`${path}/assignee/team`, { assignee_id: team.id })
  await desk.admin.put(`${path}/sla`, { sla_policy_id: other.id })
  await desk.settle()
  expect((await desk.getSla(chosen)).policy.name).toBe('Other')
})

test.each([
  [{ sla_policy_id: 999_999 }, 400, 'sla_policy_id'],
  [{ sla_policy_id: 'gold' }, 400, 'sla_policy_id'],
  [{}, 400, 'sla_policy_id'],
])('the choice %j is refused and leaves no trace', async (body, status, path) => {
  const c = await t.make.conversation()
  const before = await t.events(c.id)
  const answer = await desk.admin.put(`/api/v1/conversations/${c.uuid}/sla`, body)
  expect(answer).toMatchObject({ status, body: { errors: [{ path }] } })
  expect(await t.events(c.id)).toEqual(before)
  expect(
    await t.db.selectFrom('applied_slas').selectAll().where('conversation_id', '=', c.id).execute(),
  ).toEqual([])
})

test('agents choose policies by name without access to their settings', async () => {
  const { id } = await desk.createPolicy({ name: 'Anything' })
  const agent = await t.as(await t.make.agent())
  expect((await agent.get('/api/v1/sla')).status).toBe(403)
  expect((await agent.get('/api/v1/sla/compact')).body.data).toContainEqual({ id, name: 'Anything' })
})

test('a reply that was overdue before its turn was dropped counts as missed, even if the server was down', async () => {
  const { id } = await desk.createPolicy({
    notifications: [
      { type: 'breach', metric: 'all', time_delay_type: 'immediately', recipients: ['assigned_user'] },
    ],
  })
  const c = await t.make.conversation({ assigned_user_id: desk.agent.id })
  await desk.applyPolicy(c, id)
  await desk.reply(c)
  await desk.advanceToDay(0, '10:00')
  await desk.receiveMessage(c)
  const path = `/api/v1/conversations/${c.uuid}`
  t.clock.set(desk.at(0, '13:00'))
  await desk.admin.put(`${path}/status`, { status: 'Closed' })
  t.clock.set(desk.at(0, '14:00'))
  await desk.admin.post(`${path}/messages`, { sender_type: 'contact', message: '<p>Hello?</p>' })
  await desk.settle()
  expect(await desk.slaEvents(c)).toEqual([
    'first_response met 09:00',
    'next_response breached 12:00',
    'resolution met 13:00',
  ])
  expect(await desk.deadlines(c)).toMatchObject({ next: '0 16:00' })
  // No one waits for that answer any more.
  const mails = await t.db
    .selectFrom('system_mails')
    .select('id')
    .where('conversation_id', '=', c.id)
    .execute()
  expect(mails).toEqual([])
  await desk.advanceToDay(0, '15:00')
})
