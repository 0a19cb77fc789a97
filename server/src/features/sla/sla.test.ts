import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const path = '/api/v1/sla'
const warning = {
  type: 'warning',
  metric: 'first_response',
  time_delay_type: 'before',
  time_delay: '30m',
  recipients: ['assigned_user'],
}
const write = {
  name: 'Gold',
  description: 'For the best',
  first_response_time: '1h30m',
  next_response_time: '',
  resolution_time: '24h',
  notifications: [warning],
}

test('a policy can be created, listed in full, changed and logged', async () => {
  const { body } = await admin.post(path, write)
  expect(body.data).toMatchObject({ ...write, next_response_time: null })
  const { id } = body.data
  expect((await admin.get(path)).body.data).toContainEqual(body.data)
  expect((await admin.get(`${path}/${id}`)).body.data).toEqual(body.data)
  const breach = { ...warning, type: 'breach', time_delay_type: 'immediately', time_delay: '' }
  await admin.put(`${path}/${id}`, write)
  const changed = await admin.put(`${path}/${id}`, { ...write, notifications: [warning, breach] })
  expect(changed.body.data.notifications).toEqual([warning, breach])
  const events = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'sla_policy')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { type: 'sla_policy.created', changes: { name: [null, 'Gold'] } },
    { type: 'sla_policy.changed', changes: { notifications: [[warning], [warning, breach]] } },
  ])
})

test.each([
  [{ name: '' }, 'name'],
  [{ description: 'x'.repeat(301) }, 'description'],
  [{ first_response_time: '', resolution_time: null }, 'first_response_time'],
  [{ first_response_time: '25h' }, 'resolution_time'],
  [{ first_response_time: '59s' }, 'first_response_time'],
  [{ first_response_time: '4 hours' }, 'first_response_time'],
  [{ resolution_time: '9000h' }, 'resolution_time'],
  [{ notifications: [{ ...warning, type: '' }] }, 'notifications.0.type'],
  [{ notifications: [{ ...warning, metric: 'mood' }] }, 'notifications.0.metric'],
  [{ notifications: [{ ...warning, recipients: [] }] }, 'notifications.0.recipients'],
  [{ notifications: [{ ...warning, recipients: ['999999'] }] }, 'notifications.0.recipients'],
  [{ notifications: [{ ...warning, time_delay: '' }] }, 'notifications.0.time_delay'],
])('the policy %j is refused at %s', async (wrong, at) => {
  const { status, body } = await admin.post(path, { ...write, ...wrong })
  expect(status).toBe(400)
  expect(body.errors[0].path).toBe(at)
})

test('a recipient who was deleted in the meantime does not prevent saving', async () => {
  const ana = await t.make.agent()
  const notifications = [{ ...warning, recipients: [String(ana.id)] }]
  const { id } = (await admin.post(path, { ...write, notifications })).body.data
  await admin.del(`/api/v1/agents/${ana.id}`)
  expect((await admin.put(`${path}/${id}`, { ...write, name: 'Silver', notifications })).status).toBe(200)
  expect((await admin.post(path, { ...write, notifications })).status).toBe(400)
})

test('deleting a policy previews its effects and removes its deadlines', async () => {
  const { id } = (await admin.post(path, write)).body.data
  const team = await t.make.team()
  await t.db.updateTable('teams').set({ sla_policy_id: id }).where('id', '=', team.id).execute()
  const c = await t.make.conversation()
  await t.db
    .updateTable('conversations')
    .set({ sla_policy_id: id, resolution_deadline_at: t.clock.now(), next_sla_deadline_at: t.clock.now() })
    .where('id', '=', c.id)
    .execute()
  expect((await admin.get(`${path}/${id}/deletion`)).body.data.effects).toEqual([
    { effect: 'teams_without_sla', count: 1, count_is_minimum: false },
    { effect: 'conversations_without_sla', count: 1, count_is_minimum: false },
  ])
  expect((await admin.del(`${path}/${id}`)).status).toBe(200)
  const left = await t.db
    .selectFrom('conversations')
    .select(['sla_policy_id', 'resolution_deadline_at', 'next_sla_deadline_at'])
    .where('id', '=', c.id)
    .executeTakeFirstOrThrow()
  expect(Object.values(left)).toEqual([null, null, null])
  expect((await admin.del(`${path}/${id}`)).status).toBe(404)
})
