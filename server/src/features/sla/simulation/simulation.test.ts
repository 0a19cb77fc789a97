import type { SimulatedMetric, SlaSimulation } from '@parley/contract/sla/sla-simulation'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SlaFixture, startSlaFixture } from '../../../testing/sla-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { simulatePolicy } from './simulate.ts'

let t: TestApp
let desk: SlaFixture
const policy = {
  name: 'Gold',
  first_response_time: '4h',
  next_response_time: '2h',
  resolution_time: '16h',
}
let team: { id: number; name: string }
let late: { uuid: string }

/** A week that covers everything that affects targets, with the policy applied from the start of each conversation. */
beforeAll(async () => {
  t = await startTestApp()
  desk = await startSlaFixture(t)
  team = await t.make.team('Night shift')
  const hours = await desk.admin.post('/api/v1/business-hours', { name: 'Always', is_always_open: true })
  await t.db
    .updateTable('teams')
    .set({ business_hours_id: hours.body.data.id, timezone: 'Asia/Tokyo' })
    .where('id', '=', team.id)
    .execute()
  const { id } = await desk.createPolicy(policy)
  const create = async (values: object = {}) => {
    const c = await t.make.conversation(values)
    await desk.applyPolicy(c, id)
    return c
  }
  await desk.nextWeek()
  const [prompt, chatty, paused, reopened, silent] = [
    await create(),
    await create(),
    await create(),
    await create(),
    await create(),
  ]
  late = await create({ subject: 'Too late' })
  const night = await create({ assigned_team_id: team.id })
  await desk.advanceToDay(0, '10:00')
  for (const c of [chatty, reopened, night]) await desk.reply(c)
  await desk.advanceToDay(0, '11:00')
  for (const c of [chatty, night]) await desk.receiveMessage(c)
  await desk.setStatus(paused, 'Snoozed', { snoozed_until: desk.at(1, '12:00').toISOString() })
  await desk.advanceToDay(0, '12:30')
  for (const c of [prompt, chatty]) await desk.reply(c)
  await desk.setStatus(reopened, 'Resolved')
  await desk.advanceToDay(0, '13:00')
  await desk.receiveMessage(chatty)
  await desk.receiveMessage(reopened)
  await desk.advanceToDay(0, '15:30')
  for (const c of [chatty, late]) await desk.reply(c)
  await desk.advanceToDay(1, '13:00')
  for (const c of [night, paused]) await desk.reply(c)
  await desk.advanceToDay(1, '16:00')
  await desk.setStatus(prompt, 'Resolved')
  await desk.advanceToDay(3, '10:00')
  for (const c of [late, night, reopened]) await desk.setStatus(c, 'Resolved')
  await desk.receiveMessage(late)
  await desk.advanceToDay(4, '16:00')
  void silent
})
afterAll(() => t.stop())

const path = '/api/v1/sla/simulate'
const simulate = async (more: object = {}, days = 30): Promise<SlaSimulation> =>
  (await desk.admin.post(path, { policy: { ...policy, ...more }, days })).body.data
const counts = (metrics: readonly SimulatedMetric[]) =>
  Object.fromEntries(metrics.map(({ metric, met, breached }) => [metric, [met, breached]]))
const actual = (metrics: readonly SimulatedMetric[]) =>
  Object.fromEntries(
    metrics.map(({ metric, actual_met, actual_breached }) => [metric, [actual_met, actual_breached]]),
  )

test('simulating the applied policy reproduces the recorded outcomes, in total and per team', async () => {
  const answer = await simulate()
  expect(answer).toMatchObject({ conversations: 7, total: 7 })
  for (const { metrics } of [answer, ...answer.teams]) expect(counts(metrics)).toEqual(actual(metrics))
  expect(counts(answer.metrics)).toEqual({
    first_response: [5, 2],
    next_response: [1, 4],
    resolution: [2, 5],
  })
  expect(answer.teams.map(({ name, conversations }) => [name, conversations])).toEqual([
    [null, 6],
    ['Night shift', 1],
  ])
})

test('a different target is missed more or less often, also with other business hours, and medians suggest feasible targets', async () => {
  const strict = await simulate({
    first_response_time: '1h',
    next_response_time: null,
    resolution_time: null,
  })
  expect(counts(strict.metrics).first_response?.[1]).toBeGreaterThan(2)
  expect(actual(strict.metrics).first_response).toEqual([5, 2])
  const first = strict.metrics.find(({ metric }) => metric === 'first_response')
  // Six were answered after 1, 1, 1, 3.5, 5 (with a pause) and 6.5 working hours.
  expect([first?.median, first?.p90]).toEqual([3600, 23_400])
  const always = await t.db
    .selectFrom('business_hours')
    .select('id')
    .where('name', '=', 'Always')
    .executeTakeFirstOrThrow()
  const { body } = await desk.admin.post(path, { policy, days: 30, business_hours_id: always.id })
  expect(counts(body.data.metrics).resolution).not.toEqual(counts((await simulate()).metrics).resolution)
})

test('conversations with missed targets are listed for readers who can see them', async () => {
  const { breached, breached_conversations } = await simulate()
  expect(breached.find(({ uuid }) => uuid === late.uuid)).toMatchObject({
    subject: 'Too late',
    metrics: expect.arrayContaining(['first_response']),
    actual: true,
  })
  const blind = await t.as(await t.make.agent({ permissions: ['sla:manage'] }))
  const answer = (await blind.post(path, { policy, days: 90 })).body.data
  expect(answer.breached).toEqual([])
  expect(answer.breached_conversations).toBe(breached_conversations)
})

test('a simulation writes nothing, excludes deleted and older conversations, and stops when the client disconnects', async () => {
  const state = async () =>
    (
      await sql`select (select count(*) from events) as events, (select count(*) from applied_slas) as applied,
        (select sum(version) from conversations) as versions`.execute(t.db)
    ).rows
  const before = await state()
  await simulate({}, 90)
  expect(await state()).toEqual(before)
  await t.db
    .updateTable('conversations')
    .set({ deleted_at: t.clock.now() })
    .where('uuid', '=', late.uuid)
    .execute()
  expect((await simulate()).conversations).toBe(6)
  await t.db.updateTable('conversations').set({ deleted_at: null }).where('uuid', '=', late.uuid).execute()
  const disconnected = { now: t.clock.now(), shouldContinue: () => false }
  const body = {
    policy: { ...policy, description: '', notifications: [] },
    days: 30 as const,
    business_hours_id: null,
  }
  expect(await simulatePolicy(t.db, desk.agent, body, disconnected)).toMatchObject({
    conversations: 0,
    total: 7,
  })
  const later = { now: new Date(t.clock.now().getTime() + 31 * 86_400_000), shouldContinue: () => true }
  expect(await simulatePolicy(t.db, desk.agent, body, later)).toMatchObject({ conversations: 0, teams: [] })
})

test.each([
  ['no target', { policy: { name: 'x' }, days: 30 }],
  ['an unsupported range', { policy, days: 45 }],
  ['unknown business hours', { policy, days: 30, business_hours_id: 999_999 }],
])('the simulation is refused: %s', async (_case, body) => {
  expect((await desk.admin.post(path, body)).status).toBe(400)
})
