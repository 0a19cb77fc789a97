import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const path = '/api/v1/business-hours'
const day = { open: '09:00', close: '17:00' }
const write = (hours: unknown, more = {}) => ({
  name: 'Hours',
  is_always_open: false,
  hours,
  holidays: [],
  ...more,
})
/** The initial hours of a workspace. */
const officeHours = async () =>
  (await admin.get(path)).body.data.find(({ name }: { name: string }) => name === 'Office hours')
const logged = (id: number) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes', 'data'])
    .where('object_type', '=', 'business_hours')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()

test('a client that knows one span per day is accepted, and its response has the fields it knows', async () => {
  const { body } = await admin.post(path, write({ Monday: day }, { description: 'Ours' }))
  expect(body.data).toMatchObject({
    name: 'Hours',
    description: 'Ours',
    is_always_open: false,
    hours: { Monday: { ...day, spans: [day] } },
    holidays: [],
  })
  // The client sends back what it received, with the two times it knows changed.
  const changed = { Monday: { ...body.data.hours.Monday, close: '18:00' } }
  const saved = await admin.put(`${path}/${body.data.id}`, write(changed))
  expect(saved.body.data.hours.Monday).toEqual({
    open: '09:00',
    close: '18:00',
    spans: [{ open: '09:00', close: '18:00' }],
  })
})

test('a day has several spans in order, and holidays have names', async () => {
  const spans = [
    { open: '13:00', close: '24:00' },
    { open: '09:00', close: '12:00' },
  ]
  const holidays = [
    { name: 'Christmas Day', date: '2026-12-25' },
    { name: 'New Year', date: '2026-01-01' },
  ]
  const { body } = await admin.post(path, write({ Sunday: { spans }, Tuesday: null }, { holidays }))
  expect(body.data).toMatchObject({ holidays: holidays.toReversed() })
  expect(body.data.hours).toEqual({
    Sunday: {
      open: '09:00',
      close: '00:00',
      spans: [
        { open: '09:00', close: '12:00' },
        { open: '13:00', close: '00:00' },
      ],
    },
  })
  expect((await admin.get(`${path}/${body.data.id}`)).body.data).toEqual(body.data)
  expect((await admin.get(path)).body.data).toContainEqual(body.data)
})

test('the initial business hours are returned in the same shape', async () => {
  expect(await officeHours()).toMatchObject({ hours: { Friday: { ...day, spans: [day] } } })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'x'.repeat(141) }, 'name'],
  [{ hours: {} }, 'hours'],
  [{ hours: undefined }, 'hours'],
  [{ hours: { Monday: null } }, 'hours'],
  [{ hours: { Monday: { open: '17:00', close: '09:00' } } }, 'hours.Monday'],
  [{ hours: { Monday: { open: '09:00', close: '09:00' } } }, 'hours.Monday'],
  [{ hours: { Monday: { open: '9', close: '25:00' } } }, 'hours.Monday'],
  [{ hours: { Monday: { spans: [day, { open: '16:59', close: '18:00' }] } } }, 'hours.Monday'],
  [{ hours: { Moonday: day } }, 'hours'],
  [{ holidays: [{ name: 'Never', date: '2026-02-30' }] }, 'holidays.0.date'],
  [{ holidays: [{ name: '', date: '2026-02-03' }] }, 'holidays.0.name'],
  [
    {
      holidays: [
        { name: 'One', date: '2026-02-03' },
        { name: 'Two', date: '2026-02-03' },
      ],
    },
    'holidays',
  ],
])('the hours %j are refused at %s', async (wrong, at) => {
  const { status, body } = await admin.post(path, { ...write({ Monday: day }), ...wrong })
  expect(status).toBe(400)
  expect(body.errors[0].path).toBe(at)
})

test('always-open hours need and keep no week, and the database rejects a week that never opens', async () => {
  const { body } = await admin.post(path, write({ Monday: day }, { is_always_open: true }))
  expect(body.data).toMatchObject({ is_always_open: true, hours: {} })
  const close = t.db
    .updateTable('business_hours')
    .set({ is_always_open: false })
    .where('id', '=', body.data.id)
  await expect(close.execute()).rejects.toThrow('business_hours_open')
})

test('every change is logged with its before and after values, and saving without a change is not logged', async () => {
  const { id } = (await admin.post(path, write({ Tuesday: day, Monday: day }))).body.data
  await admin.put(`${path}/${id}`, write({ Monday: day, Tuesday: day }))
  await admin.put(`${path}/${id}`, write({ Monday: day, Tuesday: day }, { name: 'Later' }))
  const team = await t.make.team()
  await t.db.updateTable('teams').set({ business_hours_id: id }).where('id', '=', team.id).execute()
  expect((await admin.get(`${path}/${id}/deletion`)).body.data).toEqual({
    refusal: null,
    effects: [{ effect: 'teams_without_hours', count: 1, count_is_minimum: false }],
  })
  await admin.del(`${path}/${id}`)
  expect(await logged(id)).toMatchObject([
    { type: 'business_hours.created', changes: { name: [null, 'Hours'] } },
    { type: 'business_hours.changed', changes: { name: ['Hours', 'Later'] } },
    { type: 'business_hours.deleted', changes: { name: ['Later', null] }, data: { teams: [team.id] } },
  ])
  expect((await admin.get(`/api/v1/teams/${team.id}`)).body.data.business_hours_id).toBeNull()
})

test('the business hours of the workspace cannot be deleted, with the same sentence as the preview', async () => {
  const { id } = await officeHours()
  const preview = (await admin.get(`${path}/${id}/deletion`)).body.data
  expect(preview.refusal).toMatch(/^The workspace uses these hours/)
  expect(await admin.del(`${path}/${id}`)).toMatchObject({ status: 409, body: { message: preview.refusal } })
})

test('a repeated request with one idempotency key creates business hours once', async () => {
  const headers = { 'Idempotency-Key': 'hours-once' }
  const [one, two] = [
    await admin.post(path, write({ Monday: day }), headers),
    await admin.post(path, write({ Monday: day }), headers),
  ]
  expect(two.body.data.id).toBe(one.body.data.id)
})
