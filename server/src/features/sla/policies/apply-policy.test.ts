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
