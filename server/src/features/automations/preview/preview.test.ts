import { replayRule } from '@parley/contract/automations/automations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, systemActor } from '../../../actor.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'
import { replayRuleOnHistory as replayFor } from './replay.ts'

let t: TestApp
let engines: ReturnType<typeof startTestEngines>
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  engines = startTestEngines(t)
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await engines.settle()
})
afterAll(() => t.stop())

const emptyGroup = { logical_op: 'OR', rules: [] }
const rule = (conditions: object[], actions: object[], more: object = {}) => ({
  name: 'Tried',
  type: 'new_conversation',
  rules: [{ groups: [{ logical_op: 'AND', rules: conditions }, emptyGroup], group_operator: 'AND', actions }],
  ...more,
})
const dryRun = async (conversation: string, tried: object, event?: string) =>
  admin.post('/api/v1/automations/dry-run', { rule: tried, conversation, event })
const replay = async (tried: object, more: object = {}, caller = admin) =>
  (await caller.post('/api/v1/automations/replay', { rule: tried, ...more })).body.data
const trace = async () => ({
  events: await t.events(),
  jobs: await t.jobs(),
  rows: await t.db.selectFrom('conversations').selectAll().orderBy('id').execute(),
  messages: (await t.db.selectFrom('messages').select('id').execute()).length,
  runs: (await t.db.selectFrom('automation_runs').select('id').execute()).length,
  mails: (await t.db.selectFrom('automation_mails').select('id').execute()).length,
})

test('a dry run explains the conditions and the effect of each action, and leaves no trace', async () => {
  const team = await t.make.team('Care')
  await t.make.tag('gold')
  const c = await t.make.conversation({ subject: 'Broken lamp', email: 'lea@customer.test' })
  const tried = rule(
    [
      { field: 'subject', operator: 'contains', value: 'lamp' },
      { field: 'status', operator: 'equals', value: '1' },
    ],
    [
      { type: 'assign_team', value: [String(team.id)] },
      { type: 'set_priority', value: ['3'] },
      { type: 'add_tags', value: ['gold'] },
      { type: 'send_reply', value: ['<p>Dear {{ contact.first_name }}</p>'] },
      { type: 'set_status', value: ['1'] },
    ],
  )
  const before = await trace()
  const { body } = await dryRun(`#${c.reference_number}`, tried)
  expect(await trace()).toEqual(before)
  const change = (field: string, old: unknown, after: unknown) => ({
    field,
    attribute: null,
    before: old,
    after,
  })
  expect(body.data).toMatchObject({
    ...{ would_run: true, stopped_by: null, occasion: 'new_conversation' },
    conversation: { uuid: c.uuid, contact: 'Grace Hopper' },
    reasons: {
      matched: true,
      groups: [
        {
          holds: true,
          rules: [
            { holds: true, actual: 'Broken lamp' },
            { holds: true, actual: '1', actual_text: 'Open', value_text: 'Open' },
          ],
        },
        { holds: null },
      ],
    },
    actions: [
      { outcome: 'done', changes: [change('assigned_team', null, 'Care')], mail: null },
      { outcome: 'done', changes: [change('priority', null, 'High')] },
      { outcome: 'done', changes: [change('tags', [], ['gold'])] },
      { outcome: 'done', mail: { to: ['lea@customer.test'], html: '<p>Dear Grace</p>', private: false } },
      { outcome: 'unchanged', changes: [] },
    ],
  })
})

test('a dry run names the failing condition, and finds no conversation that the caller cannot see', async () => {
  const c = await t.make.conversation({ subject: 'Something else' })
  const tried = rule(
    [{ field: 'subject', operator: 'equals', value: 'lamp' }],
    [{ type: 'set_priority', value: ['1'] }],
  )
  expect((await dryRun(c.uuid, tried)).body.data).toMatchObject({
    ...{ would_run: false, stopped_by: null },
    reasons: {
      matched: false,
      groups: [{ holds: false, rules: [{ holds: false, actual: 'Something else' }] }, {}],
    },
    actions: [{ outcome: 'done' }],
  })
  expect((await dryRun('999999', tried)).status).toBe(404)
  expect((await dryRun(c.uuid, { ...tried, rules: [] })).status).toBe(400)
  const blind = await t.as(await t.make.agent({ permissions: ['automations:manage'] }))
  expect(
    (await blind.post('/api/v1/automations/dry-run', { rule: tried, conversation: c.uuid })).status,
  ).toBe(404)
})

test('a replay reports what would have happened, with each conversation as it was then', async () => {
  const changes = rule(
    [
      { field: 'previous_priority', operator: 'not set' },
      { field: 'priority', operator: 'equals', value: '3' },
    ],
    [{ type: 'set_status', value: ['3'] }],
    { type: 'conversation_update', events: ['conversation.priority.change'] },
  )
  const c = await t.make.conversation({ subject: 'Was urgent' })
  const set = (priority: string) => admin.put(`/api/v1/conversations/${c.uuid}/priority`, { priority })
  await set('High')
  t.clock.advance(86_400_000)
  await set('Low')
  const before = await trace()
  const result = await replay(changes)
  expect(await trace()).toEqual(before)
  expect(result).toMatchObject({
    ...{ examined: 2, matched: 1, hidden: 0, is_capped: false, page: 1, total_pages: 1 },
    results: [
      {
        occasion: 'conversation.priority.change',
        conversation: { subject: 'Was urgent' },
        reasons: { matched: true },
      },
    ],
  })
  expect(result.days.filter((day: { examined: number }) => day.examined > 0)).toMatchObject([
    { examined: 1, matched: 1 },
    { examined: 1, matched: 0 },
  ])
  expect(result.days.length).toBeGreaterThanOrEqual(31)
  const blind = await t.as(await t.make.agent({ permissions: ['automations:manage'] }))
  expect(await replay(changes, {}, blind)).toMatchObject({ matched: 1, hidden: 1, results: [] })
  expect((await admin.post('/api/v1/automations/replay', { rule: changes, days: 31 })).status).toBe(400)
})

test('a replay of a time-based rule checks each due time and counts a base time once', async () => {
  const tried = rule(
    [
      { field: 'hours_since_created', operator: 'greater than', value: '24' },
      { field: 'status', operator: 'equals', value: '1' },
    ],
    [{ type: 'set_priority', value: ['3'] }],
    { type: 'time_trigger' },
  )
  const [open, closed] = [await t.make.conversation(), await t.make.conversation()]
  t.clock.advance(3_600_000)
  await admin.put(`/api/v1/conversations/${closed.uuid}/status`, { status: 'Closed' })
  t.clock.advance(2 * 86_400_000)
  await admin.put(`/api/v1/conversations/${open.uuid}/status`, { status: 'Closed' })
  const { results } = await replay(tried, { days: 3 })
  const uuids = results.map((one: { conversation: { uuid: string } }) => one.conversation.uuid)
  expect(uuids).toContain(open.uuid)
  expect(uuids).not.toContain(closed.uuid)
})

test('other requests are served while the largest rule is replayed', async () => {
  for (let n = 0; n < 12; n++) await t.make.conversation({ subject: 'A lamp' })
  const condition = { field: 'subject', operator: 'contains', value: 'x,'.repeat(4998).concat('lamp') }
  const group = { logical_op: 'AND', rules: Array.from({ length: 50 }, () => condition) }
  const actions = [{ type: 'set_priority', value: ['1'] }]
  const largest = rule([], [], { rules: [{ groups: [group, group], group_operator: 'AND', actions }] })
  const input = replayRule.body.parse({ rule: largest })

  const happened: string[] = []
  const asker = systemActor(1)
  const watched: Actor = {
    ...asker,
    get permissions() {
      happened.push('looked')
      return asker.permissions
    },
  }
  let done = false
  const replayed = replayFor(t.db, { actor: watched, input, now: t.clock.now(), root_url: '' }).finally(
    () => {
      done = true
    },
  )
  while (!done) {
    expect((await t.send({ method: 'GET', url: '/health' })).status).toBe(200)
    happened.push('answered')
  }
  expect((await replayed).matched).toBeGreaterThanOrEqual(12)
  const looking = happened.slice(happened.indexOf('looked'), happened.lastIndexOf('looked'))
  expect(looking).toContain('answered')
})
