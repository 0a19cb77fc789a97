import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const path = '/api/v1/automations/rules'
const condition = { field: 'subject', operator: 'contains', value: 'refund' }
const set_priority = { type: 'set_priority', value: ['3'] }
const body = (conditions: object[], actions: object[] = [set_priority], group_operator = 'AND') => [
  {
    groups: [
      { logical_op: 'OR', rules: conditions },
      { logical_op: 'OR', rules: [] },
    ],
    group_operator,
    actions,
  },
]
const write = {
  name: 'Refunds',
  description: 'To billing',
  type: 'new_conversation',
  rules: body([condition]),
}
const logged = (id: number) =>
  t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', '=', 'automation')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()

test('a rule can be created, read by older clients, changed, toggled and deleted, and every step is logged', async () => {
  const made = await admin.post(path, { ...write, enabled: false, weight: 7, events: null })
  expect(made.body.data).toMatchObject({
    ...{ name: 'Refunds', description: 'To billing', type: 'new_conversation', events: [] },
    ...{ enabled: true, weight: 0, execution_mode: 'all', problems: [], evaluated_count: 0 },
    rules: [
      {
        groups: [
          {
            logical_op: 'OR',
            rules: [{ ...condition, field_type: 'conversation', case_sensitive_match: false }],
          },
          { logical_op: 'OR', rules: [] },
        ],
        group_operator: 'AND',
        actions: [{ ...set_priority, display_value: ['High'] }],
      },
    ],
  })
  const { id } = made.body.data
  expect((await admin.get(`${path}/${id}`)).body.data).toEqual(made.body.data)
  // An older client sends back what it received.
  expect((await admin.put(`${path}/${id}`, made.body.data)).body.data).toEqual({
    ...made.body.data,
    updated_at: expect.any(String),
  })
  const changed = await admin.put(`${path}/${id}`, { ...write, name: 'Money back', enabled: false })
  expect(changed.body.data).toMatchObject({ name: 'Money back', enabled: false })
  expect((await admin.put(`${path}/${id}/toggle`)).body.data).toMatchObject({ enabled: true })
  expect((await admin.del(`${path}/${id}`)).body.data).toBe(true)
  expect((await admin.get(`${path}/${id}`)).status).toBe(404)
  expect((await admin.put(`${path}/${id}`, write)).status).toBe(404)
  expect(await logged(id)).toMatchObject([
    { type: 'automation.created', changes: { name: [null, 'Refunds'] } },
    { type: 'automation.changed', changes: { name: ['Refunds', 'Money back'], enabled: [true, false] } },
    { type: 'automation.changed', changes: { enabled: [false, true] } },
    { type: 'automation.deleted', changes: { name: ['Money back', null] } },
  ])
})

test('reordering takes effect immediately, lists follow it, and the mode applies to a type including later rules', async () => {
  const made = async (name: string, type = 'conversation_update') =>
    (await admin.post(path, { ...write, name, type, events: ['conversation.status.change'] })).body.data
      .id as number
  const [a, b, other] = [await made('A'), await made('B'), await made('New', 'new_conversation')]
  const weights = { [a]: 2, [b]: 1 }
  expect((await admin.put(`${path}/weights`, weights)).body.data).toBe(true)
  const listed = async (type: string) => (await admin.get(`${path}?type=${type}`)).body.data
  expect((await listed('conversation_update')).map((rule: { id: number }) => rule.id)).toEqual([b, a])
  expect(await listed('something')).toEqual([])
  const before = await t.events()
  expect(await admin.put(`${path}/weights`, { [a]: 5, 999999: 1 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: '999999' }] },
  })
  expect(await admin.put(`${path}/execution-mode`, { mode: 'first' })).toMatchObject({ status: 400 })
  expect(await admin.put(`${path}/execution-mode`, { mode: 'all', type: 'time_trigger' })).toMatchObject({
    status: 400,
  })
  expect(await t.events(), 'refused calls leave no trace').toEqual(before)

  expect((await admin.put(`${path}/execution-mode`, { mode: 'first_match' })).body.data).toBe(true)
  const later = await made('Later', 'new_conversation')
  for (const id of [other, later])
    expect((await admin.get(`${path}/${id}`)).body.data.execution_mode).toBe('first_match')
  expect((await admin.get(`${path}/${a}`)).body.data.execution_mode).toBe('all')
})

const at = 'rules.0.groups.0.rules.0'
const rule = (change: object) => ({ rules: body([{ ...condition, ...change }]) })
const withActions = (...actions: object[]) => ({ rules: body([], actions) })
test.each([
  [{ name: '' }, 'name'],
  [{ description: 'x'.repeat(301) }, 'description'],
  [{ type: 'sometimes' }, 'type'],
  [{ rules: [] }, 'rules'],
  [{ rules: 'none' }, 'rules'],
  [{ type: 'conversation_update', events: [] }, 'events'],
  [{ type: 'conversation_update', events: ['conversation.smelled'] }, 'events.0'],
  [rule({ field: 'mood' }), `${at}.field`],
  [rule({ field: 'mood', field_type: 'contact_custom_attribute' }), `${at}.field`],
  [rule({ field_type: 'planet' }), `${at}.field_type`],
  [rule({ field: 'previous_status', operator: 'set' }), `${at}.field`],
  [rule({ operator: 'resembles' }), `${at}.operator`],
  [rule({ operator: 'greater than' }), `${at}.operator`],
  [rule({ value: ' ' }), `${at}.value`],
  [rule({ value: ' , ' }), `${at}.value`],
  [rule({ field: 'status', operator: 'equals', value: '999' }), `${at}.value`],
  [rule({ field: 'tags', operator: 'contains', value: '999' }), `${at}.value`],
  [rule({ field: 'origin', operator: 'equals', value: 'fax' }), `${at}.value`],
  [rule({ field: 'business_hours_open', operator: 'equals', value: 'maybe' }), `${at}.value`],
  [rule({ field: 'hours_since_created', operator: 'greater than', value: 'long' }), `${at}.value`],
  [{ type: 'time_trigger' }, 'rules.0.groups'],
  [
    { type: 'time_trigger', ...rule({ field: 'hours_since_created', operator: 'less than', value: '2' }) },
    'rules.0.groups',
  ],
  [withActions(), 'rules.0.actions'],
  [withActions({ type: 'dance', value: ['1'] }), 'rules.0.actions.0.type'],
  [withActions({ type: 'assign_team', value: ['999'] }), 'rules.0.actions.0.value'],
  [withActions({ type: 'assign_user', value: [] }), 'rules.0.actions.0.value'],
  [withActions({ type: 'set_status', value: ['2'] }), 'rules.0.actions.0.value'],
  [withActions({ type: 'set_priority', value: ['1', '2'] }), 'rules.0.actions.0.value'],
  [withActions(set_priority, set_priority), 'rules.0.actions.1.type'],
  [withActions({ type: 'add_tags', value: ['no such tag'] }), 'rules.0.actions.0.value'],
  [withActions({ type: 'set_sla', value: ['999'] }), 'rules.0.actions.0.value'],
  [withActions({ type: 'send_reply', value: ['<p> </p>'] }), 'rules.0.actions.0.value'],
  [withActions({ type: 'send_reply', value: ['Dear {{ contact.shoe_size }}'] }), 'rules.0.actions.0.value'],
  [withActions({ type: 'send_private_note', value: ['{% if %}'] }), 'rules.0.actions.0.value'],
])('the rule with %j is refused at %s and leaves no trace', async (change, where) => {
  const before = await t.events()
  const { status, body } = await admin.post(path, { ...write, ...change })
  expect([status, body.errors?.[0]?.path]).toEqual([400, where])
  expect(await t.events()).toEqual(before)
})

test('a rule follows renamed records and reports deleted ones', async () => {
  const [tag, team] = [await t.make.tag('vip'), await t.make.team('Billing')]
  const agent = await t.make.agent({ first_name: 'Zoe' })
  const rules = body(
    [{ field: 'tags', operator: 'contains', value: String(tag.id) }],
    [
      { type: 'add_tags', value: ['VIP'] },
      { type: 'assign_team', value: [String(team.id)] },
      { type: 'assign_user', value: [String(agent.id)] },
    ],
  )
  const { id } = (await admin.post(path, { ...write, rules })).body.data
  await admin.put(`/api/v1/tags/${tag.id}`, { name: 'very important' })
  const read = async () => (await admin.get(`${path}/${id}`)).body.data
  expect((await read()).rules[0].actions[0].value).toEqual(['very important'])
  expect((await read()).problems).toEqual([])

  const effects = async (of: string) => (await admin.get(`/api/v1/${of}/deletion`)).body.data.effects
  for (const one of [`tags/${tag.id}`, `teams/${team.id}`, `agents/${agent.id}`])
    expect(await effects(one)).toContainEqual({
      effect: 'rules_naming_it',
      count: 1,
      count_is_minimum: false,
    })

  await admin.del(`/api/v1/tags/${tag.id}`)
  await admin.del(`/api/v1/teams/${team.id}`)
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', agent.id).execute()
  expect((await read()).problems).toEqual([
    { path: 'rules.0.groups.0.rules.0.value', message: 'A tag used here was deleted' },
    { path: 'rules.0.actions.0.value', message: 'A tag used here was deleted' },
    { path: 'rules.0.actions.1.value', message: 'The team used here was deleted' },
    { path: 'rules.0.actions.2.value', message: 'The agent Zoe is disabled' },
  ])
})
