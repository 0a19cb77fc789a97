import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type RuleFixture, startRuleFixture } from '../../../testing/rule-fixture.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { writeSettings } from '../../settings/settings.ts'

let t: TestApp
let desk: RuleFixture
let office: number
let york: { id: number }
let without: { id: number }
const day = { open: '09:00', close: '17:00' }
const week = { Monday: day, Tuesday: day, Wednesday: day, Thursday: day, Friday: day }
const monday = Date.UTC(2027, 0, 4)
const at = (days: number, time: string) =>
  new Date(monday + days * 86_400_000 + Date.parse(`1970-01-01T${time}Z`))

beforeAll(async () => {
  t = await startTestApp()
  desk = await startRuleFixture(t)
  const hours = async (name: string, holiday: string) =>
    (
      await desk.admin.post('/api/v1/business-hours', {
        ...{ name, is_always_open: false, hours: week },
        holidays: [{ name: 'A day off', date: holiday }],
      })
    ).body.data.id as number
  office = await hours('Office', '2027-01-06')
  await t.act(t.system, (tx) =>
    writeSettings(tx, { 'app.timezone': 'UTC', 'app.business_hours_id': String(office) }),
  )
  const team = async (values: object) =>
    (await desk.admin.post('/api/v1/teams', { timezone: 'America/New_York', ...values })).body.data
  york = await team({ name: 'York', business_hours_id: await hours('In York', '2027-01-07') })
  without = await team({ name: 'Without hours' })
})
afterAll(() => t.stop())
beforeEach(() => desk.deleteRules())

const hoursCondition = (value: 'true' | 'false') => ({
  field: 'business_hours_open',
  operator: 'equals',
  value,
})
const whenOpen = (more: Parameters<RuleFixture['createRule']>[2] = {}) =>
  desk.createRule([hoursCondition('true')], [desk.priority(1)], more)
const whenClosed = (more: Parameters<RuleFixture['createRule']>[2] = {}) =>
  desk.createRule([hoursCondition('false')], [desk.priority(2)], more)
const resultOf = async (c: { id: number }) =>
  ['neither', 'open', 'closed'][(await desk.row(c)).priority_id ?? 0]
/** What rules see for new conversations of these teams. */
async function resultsFor(...teams: ({ id: number } | null)[]) {
  const conversations = []
  for (const team of teams)
    conversations.push(await t.make.conversation({ assigned_team_id: team?.id ?? null }))
  await desk.settle()
  return Promise.all(conversations.map(resultOf))
}

test('new conversations see the business hours of the workspace or of their team, to the instant and in their time zones', async () => {
  await whenOpen()
  await whenClosed()
  // Nine to five in New York is 14:00 to 22:00 UTC. The workspace is closed on Wednesday, that team on Thursday.
  for (const [days, time, workspace, team] of [
    [0, '08:59:59.999', 'closed', 'closed'],
    [0, '09:00:00.000', 'open', 'closed'],
    [0, '13:59:59.999', 'open', 'closed'],
    [0, '14:00:00.000', 'open', 'open'],
    [0, '16:59:59.999', 'open', 'open'],
    [0, '17:00:00.000', 'closed', 'open'],
    [0, '21:59:59.999', 'closed', 'open'],
    [0, '22:00:00.000', 'closed', 'closed'],
    [2, '15:00:00.000', 'closed', 'open'],
    [3, '04:59:59.999', 'closed', 'closed'],
    [3, '15:00:00.000', 'open', 'closed'],
    [4, '15:00:00.000', 'open', 'open'],
    [5, '15:00:00.000', 'closed', 'closed'],
  ] as const) {
    await desk.advanceTo(at(days, time))
    expect(await resultsFor(null, without, york), `${days} ${time}`).toEqual([workspace, workspace, team])
  }
})

test('an event before closing time counts as during business hours, however late it is processed', async () => {
  await whenOpen()
  await whenClosed()
  await desk.advanceTo(at(7, '16:59:59'))
  const c = await t.make.conversation()
  t.clock.set(at(7, '20:00:00'))
  await desk.settle()
  expect(await resultOf(c)).toBe('open')
})

test('business hours are those of the team that the event itself assigned', async () => {
  const events = ['conversation.team.assigned']
  const [open, closed] = [await whenOpen({ events }), await whenClosed({ events })]
  await desk.advanceTo(at(7, '21:00:00'))
  const c = await t.make.conversation()
  for (const { id } of [york, without])
    await desk.admin.put(`/api/v1/conversations/${c.uuid}/assignee/team`, { assignee_id: id })
  await desk.settle()
  expect([(await desk.runs(open)).length, (await desk.runs(closed)).length]).toEqual([1, 1])
  expect(await resultOf(c)).toBe('closed')
})

test('a time-based rule checks business hours at its due time, even if it is processed later', async () => {
  await desk.advanceTo(at(8, '12:00:00'))
  const twoHours = { field: 'hours_since_created', operator: 'greater than', value: '2' }
  const r = await desk.createRule([twoHours, hoursCondition('true')], [desk.priority(1)], {
    type: 'time_trigger',
  })
  await desk.advanceTo(at(8, '14:59:59'))
  const inTime = await t.make.conversation()
  await desk.advanceTo(at(8, '15:00:00'))
  const late = await t.make.conversation()
  await desk.settle()
  t.clock.set(at(8, '20:00:00'))
  await desk.settle()
  expect([await resultOf(inTime), await resultOf(late)]).toEqual(['open', 'neither'])
  expect((await desk.runs(r)).map(({ outcome }: { outcome: string }) => outcome).sort()).toEqual([
    'done',
    'not_matched',
  ])
})

test('without business hours it is always open, and an added holiday closes from then on', async () => {
  await whenOpen()
  await whenClosed()
  const sunday = at(13, '12:00:00')
  await desk.advanceTo(sunday)
  await t.act(t.system, (tx) => writeSettings(tx, { 'app.business_hours_id': '' }))
  expect(await resultsFor(null, without, york)).toEqual(['open', 'open', 'closed'])
  await t.act(t.system, (tx) => writeSettings(tx, { 'app.business_hours_id': String(office) }))
  await desk.advanceTo(at(14, '12:00:00'))
  expect(await resultsFor(null)).toEqual(['open'])
  await desk.admin.put(`/api/v1/business-hours/${office}`, {
    ...{ name: 'Office', is_always_open: false, hours: week },
    holidays: [{ name: 'A day off', date: '2027-01-18' }],
  })
  expect(await resultsFor(null)).toEqual(['closed'])
})
