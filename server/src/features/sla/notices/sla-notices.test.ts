import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../actor.ts'
import { type SlaFixture, startSlaFixture } from '../../../testing/sla-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { updateDueClocks } from '../clocks/update-clocks.ts'

let t: TestApp
let desk: SlaFixture
let [bea, cem, dov]: Actor[] = []
let team: { id: number }
beforeAll(async () => {
  t = await startTestApp()
  desk = await startSlaFixture(t)
  team = await t.make.team()
  bea = await t.make.agent({ first_name: 'Bea', team_ids: [team.id] })
  cem = await t.make.agent({ first_name: 'Cem', team_ids: [team.id] })
  dov = await t.make.agent({ first_name: 'Dov' })
})
afterAll(() => t.stop())
beforeEach(() => desk.nextWeek())

const notice = (
  type: 'warning' | 'breach',
  time: string,
  recipients: string[],
  metric = 'first_response',
) => {
  const time_delay_type = type === 'warning' ? 'before' : time ? 'after' : 'immediately'
  return { type, metric, time_delay_type, time_delay: time, recipients }
}
/** Who was notified of what, in order. */
const sentNotices = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('system_mails as m')
      .innerJoin('agents as a', 'a.id', 'm.agent_id')
      .select(['a.first_name', 'm.template', 'm.created_at'])
      .where('m.conversation_id', '=', c.id)
      .where('m.template', 'like', 'SLA%')
      .orderBy('m.id')
      .execute()
  ).map(
    ({ first_name, template, created_at }) =>
      `${first_name} ${template.slice(4)} ${created_at.toISOString().slice(11, 16)}`,
  )
const withNotices = async (...notifications: object[]) => {
  const { id } = await desk.createPolicy({ notifications })
  const c = await t.make.conversation({ assigned_team_id: team.id, assigned_user_id: bea?.id ?? 0 })
  await desk.applyPolicy(c, id)
  return c
}

test('assignee, team and named agents are notified before, at and after the breach, once each', async () => {
  const c = await withNotices(
    notice('warning', '30m', ['assigned_user']),
    notice('breach', '', ['assigned_team', 'assigned_user']),
    notice('breach', '1h', [String(dov?.id)], 'all'),
  )
  await desk.advanceToDay(0, '12:29')
  expect(await sentNotices(c)).toEqual([])
  await desk.advanceToDay(0, '12:59')
  expect(await sentNotices(c)).toEqual(['Bea breach warning 12:30'])
  await desk.advanceToDay(0, '15:00')
  expect(await sentNotices(c)).toEqual([
    'Bea breach warning 12:30',
    'Bea breached 13:00',
    'Cem breached 13:00',
    'Dov breached 14:00',
  ])
  await Promise.all([1, 2].map(() => t.act(t.system, (tx) => updateDueClocks(tx, c.id))))
  await desk.advanceToDay(0, '17:00')
  expect(await sentNotices(c)).toHaveLength(4)
})

test('a target in business hours that spans a night notifies no one before the next day', async () => {
  await desk.advanceToDay(0, '16:30')
  const c = await withNotices(
    notice('warning', '30m', ['assigned_user']),
    notice('breach', '', ['assigned_user']),
  )
  await desk.advanceToDay(1, '11:59')
  expect(await sentNotices(c)).toEqual([])
  await desk.advanceToDay(1, '13:00')
  expect(await sentNotices(c)).toEqual(['Bea breach warning 12:00', 'Bea breached 12:30'])
})

test('no one is notified of met, closed, paused or removed targets', async () => {
  const notices = [notice('warning', '1h', ['assigned_user']), notice('breach', '1h', ['assigned_user'])]
  const [met, closed, paused, removed, late] = [
    await withNotices(...notices),
    await withNotices(...notices),
    await withNotices(...notices),
    await withNotices(...notices),
    await withNotices(...notices),
  ]
  await desk.reply(met)
  await desk.setStatus(closed, 'Closed')
  await desk.setStatus(paused, 'Snoozed', { snoozed_until: desk.at(0, '16:00').toISOString() })
  await desk.applyPolicy(removed, null)
  await desk.advanceToDay(0, '13:30')
  // Answered late, but before the notification that it is an hour late.
  await desk.reply(late)
  await desk.advanceToDay(0, '15:59')
  for (const c of [met, closed, paused, removed]) expect(await sentNotices(c)).toEqual([])
  expect(await sentNotices(late)).toEqual(['Bea breach warning 12:00'])
  await desk.advanceToDay(1, '11:00')
  // Four working hours from 16:00: due at noon.
  expect(await sentNotices(paused)).toEqual(['Bea breach warning 11:00'])
})

test('a notification that was due while paused is sent when the conversation resumes and it still applies', async () => {
  const c = await withNotices(notice('breach', '1h', ['assigned_user']))
  await desk.advanceToDay(0, '13:30')
  await desk.setStatus(c, 'Snoozed', { snoozed_until: desk.at(0, '16:00').toISOString() })
  await desk.advanceToDay(0, '15:59')
  await t.act(t.system, (tx) => updateDueClocks(tx, c.id))
  expect(await sentNotices(c)).toEqual([])
  await desk.advanceToDay(0, '16:00')
  expect(await sentNotices(c)).toEqual(['Bea breached 16:00'])
})

test('recipients are determined when a notification is sent, without agents who left', async () => {
  const c = await withNotices(notice('breach', '', ['assigned_user', String(dov?.id)]))
  await desk.admin.put(`/api/v1/conversations/${c.uuid}/assignee/user`, { assignee_id: cem?.id })
  await t.db
    .updateTable('agents')
    .set({ enabled: false })
    .where('id', '=', dov?.id ?? 0)
    .execute()
  await desk.advanceToDay(0, '13:00')
  expect(await sentNotices(c)).toEqual(['Cem breached 13:00'])
  await t.db
    .updateTable('agents')
    .set({ enabled: true })
    .where('id', '=', dov?.id ?? 0)
    .execute()
})

test('a notification that is added later says nothing about earlier breaches', async () => {
  const policy = await desk.createPolicy({ name: 'Later' })
  const c = await t.make.conversation({ assigned_user_id: bea?.id ?? 0 })
  await desk.applyPolicy(c, policy.id)
  await desk.advanceToDay(0, '14:00')
  const write = { name: 'Later', first_response_time: '4h', resolution_time: '16h' }
  await desk.admin.put(`/api/v1/sla/${policy.id}`, {
    ...write,
    notifications: [notice('warning', '30m', ['assigned_user']), notice('breach', '', ['assigned_user'])],
  })
  await desk.advanceToDay(0, '15:00')
  expect(await sentNotices(c)).toEqual([])
})

test('a notification that is already due when the policy is chosen is sent immediately', async () => {
  const c = await t.make.conversation({ assigned_user_id: bea?.id ?? 0 })
  await desk.advanceToDay(0, '16:00')
  const { id } = await desk.createPolicy({ notifications: [notice('breach', '', ['assigned_user'])] })
  await desk.applyPolicy(c, id)
  expect(await sentNotices(c)).toEqual(['Bea breached 16:00'])
  expect(await desk.slaEvents(c)).toEqual(['first_response breached 13:00'])
})
