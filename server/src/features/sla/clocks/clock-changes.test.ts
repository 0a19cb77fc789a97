import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { consumeOnce } from '../../../spine/consumer.ts'
import { type SlaFixture, startSlaFixture } from '../../../testing/sla-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { waitUntilEventsReadable } from '../../../testing/wait-for-events.ts'
import { writeSettings } from '../../settings/settings.ts'
import { applyPolicy } from '../policies/apply-policy.ts'
import { slaConsumer } from '../sla-consumer.ts'
import { updateDueClocks } from './update-clocks.ts'

let t: TestApp
let desk: SlaFixture
beforeAll(async () => {
  t = await startTestApp()
  desk = await startSlaFixture(t, Date.UTC(2027, 2, 1))
})
afterAll(() => t.stop())
beforeEach(() => desk.nextWeek())

const day = { open: '09:00', close: '17:00' }
const week = { Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day }
const save = async (path: string, body: object) => {
  expect(await desk.admin.put(path, body)).toMatchObject({ status: 200 })
  await desk.settle()
}
const officeHours = async () => (await desk.admin.get('/api/v1/business-hours')).body.data.at(-1)
const saveOffice = async (more: object) => {
  const { id } = await officeHours()
  await save(`/api/v1/business-hours/${id}`, {
    name: 'Office hours',
    is_always_open: false,
    hours: week,
    holidays: [],
    ...more,
  })
}

test('new times of a policy apply to open targets; met and missed ones stay', async () => {
  const times = { name: 'Changing', first_response_time: '4h', resolution_time: '16h', notifications: [] }
  const { id } = await desk.createPolicy(times)
  const [open, replied, late] = [
    await t.make.conversation(),
    await t.make.conversation(),
    await t.make.conversation(),
  ]
  for (const c of [open, replied]) await desk.applyPolicy(c, id)
  await desk.reply(replied)
  await desk.advanceToDay(0, '10:00')
  const short = await desk.createPolicy({ first_response_time: '1h' })
  await desk.applyPolicy(late, short.id)
  expect(await desk.slaEvents(late)).toEqual(['first_response breached 10:00'])
  await save(`/api/v1/sla/${id}`, { ...times, first_response_time: '6h', resolution_time: '' })
  expect(await desk.deadlines(open)).toMatchObject({ first: '0 15:00', resolution: null, live: '0 15:00' })
  expect(await desk.jobs(`sla:${open.id}`)).toEqual([desk.at(0, '15:00')])
  expect(await desk.deadlines(replied)).toMatchObject({ first: '0 13:00', resolution: null, live: null })
  await save(`/api/v1/sla/${short.id}`, { ...times, first_response_time: '8h' })
  expect(await desk.deadlines(late)).toMatchObject({ first: '0 10:00', resolution: '1 17:00' })
  await desk.reply(late)
  expect(await desk.slaEvents(late)).toEqual(['first_response breached 10:00'])
  // A target that was added to the policy starts as well.
  await save(`/api/v1/sla/${id}`, { ...times, resolution_time: '8h' })
  expect(await desk.deadlines(replied)).toMatchObject({ resolution: '0 17:00', live: '0 17:00' })
})

test('changed hours, holidays, time zones and assigned business hours move open targets', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await saveOffice({
    hours: {
      ...week,
      Monday: {
        spans: [
          { open: '09:00', close: '12:00' },
          { open: '13:00', close: '17:00' },
        ],
      },
    },
  })
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 14:00', resolution: '2 10:00' })
  const tuesday = desk.at(1, '00:00').toISOString().slice(0, 10)
  await saveOffice({ holidays: [{ name: 'A day off', date: tuesday }] })
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00', resolution: '2 17:00' })
  await t.act(t.system, (tx) => writeSettings(tx, { 'app.timezone': 'Europe/Berlin' }))
  await desk.settle()
  // 9:00 UTC is 10:00 in Berlin, an hour after opening.
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00', resolution: '3 09:00' })
  await t.act(t.system, (tx) => writeSettings(tx, { 'app.timezone': 'UTC' }))
  await saveOffice({ is_always_open: true, hours: {} })
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00', resolution: '1 01:00' })
  await saveOffice({})
  expect(await desk.deadlines(c)).toMatchObject({ resolution: '1 17:00' })
})

test('across a clock change, business hours follow the local time', async () => {
  const hours = {
    name: 'Nights',
    is_always_open: false,
    hours: { Sunday: { open: '00:00', close: '06:00' } },
    holidays: [],
  }
  const { id } = (await desk.admin.post('/api/v1/business-hours', hours)).body.data
  const team = (
    await desk.admin.post('/api/v1/teams', {
      name: 'Berlin',
      timezone: 'Europe/Berlin',
      business_hours_id: id,
    })
  ).body.data
  const { id: policy_id } = await desk.createPolicy()
  // On 28 March 2027 the clocks go from two to three: midnight to six is five hours.
  const c = await t.make.conversation()
  await desk.assignTeam(c, team.id)
  await desk.applyPolicy(c, policy_id)
  const { first_response_deadline_at } = (await desk.admin.get(`/api/v1/conversations/${c.uuid}`)).body.data
  expect(first_response_deadline_at).toBe('2027-03-28T03:00:00.000Z')
})

test('new business hours of a team move its deadlines, and without the team those of the workspace apply', async () => {
  const team = await t.make.team()
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.assignTeam(c, team.id)
  const hours = {
    name: 'Late',
    is_always_open: false,
    hours: { Monday: { open: '12:00', close: '20:00' } },
    holidays: [],
  }
  const { id } = (await desk.admin.post('/api/v1/business-hours', hours)).body.data
  await save(`/api/v1/teams/${team.id}`, { name: team.name, timezone: 'UTC', business_hours_id: id })
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 16:00', resolution: '7 20:00' })
  await desk.admin.del(`/api/v1/business-hours/${id}`)
  await desk.settle()
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 13:00' })
})

test('a status that becomes a waiting one pauses its conversations, and that time does not count', async () => {
  const status = (await desk.admin.post('/api/v1/statuses', { name: 'With supplier' })).body.data
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.setStatus(c, 'With supplier')
  await desk.advanceToDay(0, '10:00')
  await save(`/api/v1/statuses/${status.id}`, { name: 'With supplier', category: 'waiting' })
  expect(await desk.deadlines(c)).toMatchObject({ first: null, live: null })
  await desk.advanceToDay(0, '12:00')
  await desk.setStatus(c, 'Open')
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 15:00' })
  // The events still show it after everything is over.
  await save(`/api/v1/statuses/${status.id}`, { name: 'With supplier', category: 'open' })
  await desk.advanceToDay(0, '13:00')
  await desk.setStatus(c, 'With supplier')
  expect(await desk.deadlines(c)).toMatchObject({ first: '0 15:00' })
})

test('a crashed consumer, an early or duplicate job, and two nodes at once have the same result as one run', async () => {
  const c = await t.make.conversation()
  await desk.applyPolicy(c, (await desk.createPolicy()).id)
  await desk.admin.put(`/api/v1/conversations/${c.uuid}/status`, {
    status: 'Snoozed',
    snoozed_until: desk.at(0, '11:00').toISOString(),
  })
  const killed = {
    ...slaConsumer,
    async handle(...batch: Parameters<typeof slaConsumer.handle>) {
      await slaConsumer.handle(...batch)
      throw new Error('killed')
    },
  }
  await waitUntilEventsReadable(t.db)
  await expect(consumeOnce(t, killed)).rejects.toThrow('killed')
  expect(await desk.jobs(`sla:${c.id}`)).toEqual([desk.at(0, '13:00')])
  await desk.settle()
  expect(await desk.jobs(`sla:${c.id}`)).toEqual([])
  await desk.advanceToDay(0, '14:00')
  expect(await desk.jobs(`sla:${c.id}`)).toEqual([desk.at(0, '15:00')])
  t.clock.set(desk.at(0, '15:00'))
  await Promise.all([1, 2, 3].map(() => t.act(t.system, (tx) => updateDueClocks(tx, c.id))))
  await desk.settle()
  await t.db.updateTable('event_consumers').set({ xid: '0', id: 0 }).where('name', '=', 'sla').execute()
  await desk.settle()
  expect(await desk.slaEvents(c)).toEqual(['first_response breached 15:00'])
})

test('two simultaneous choices leave one policy', async () => {
  const c = await t.make.conversation()
  const [one, two] = [await desk.createPolicy({ name: 'One' }), await desk.createPolicy({ name: 'Two' })]
  await Promise.all(
    [one, two].map(({ id }) => desk.admin.put(`/api/v1/conversations/${c.uuid}/sla`, { sla_policy_id: id })),
  )
  const rows = await t.db
    .selectFrom('applied_slas')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .orderBy('id')
    .execute()
  expect(rows.map(({ ended_by }) => ended_by)).toEqual(['replaced', null])
})

test('deleting a policy removes its deadlines and timers, and keeps the outcomes', async () => {
  const { id } = await desk.createPolicy({ name: 'Leaving' })
  const c = await t.make.conversation()
  await desk.applyPolicy(c, id)
  expect((await desk.admin.del(`/api/v1/sla/${id}`)).status).toBe(200)
  await desk.settle()
  expect(await desk.deadlines(c)).toEqual({ first: null, next: null, resolution: null, live: null })
  expect(await desk.jobs(`sla:${c.id}`)).toEqual([])
  const [applied] = await t.db
    .selectFrom('applied_slas')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .execute()
  expect(applied).toMatchObject({ sla_policy_id: null, policy: 'Leaving', ended_by: 'policy_deleted' })
  await desk.advanceToDay(1, '09:00')
  expect(await desk.slaEvents(c)).toEqual([])
})

// Must be last: later tests would run into all these deadlines.
test('changes to more conversations than one page are applied to all of them', async () => {
  const { id } = await desk.createPolicy({ name: 'Many', notifications: [] })
  const first = await t.make.conversation()
  const all = [first]
  for (let n = 0; n < 220; n++)
    all.push(await t.make.conversation({ inbox_id: first.inbox_id, email: 'many@customer.test' }))
  for (const c of all)
    await t.act(t.system, async (tx) => {
      const row = await tx.db
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', c.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      await applyPolicy(tx, row, id, 'rule')
    })
  await save(`/api/v1/sla/${id}`, { name: 'Many', first_response_time: '2h' })
  const { rows } = await t.pool.query(
    'select first_response_deadline_at as due, count(*)::int from conversations where sla_policy_id = $1 group by 1',
    [id],
  )
  expect(rows).toEqual([{ due: desk.at(0, '11:00'), count: 221 }])
}, 60_000)
