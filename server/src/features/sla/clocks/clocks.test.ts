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
