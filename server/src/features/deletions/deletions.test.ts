import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countEffects } from '../../count-effects.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

/** The effects in the preview, as {effect: count}. */
async function preview(path: string) {
  const { data } = (await admin.get(`/api/v1${path}/deletion`)).body
  return {
    refusal: data.refusal as string | null,
    ...Object.fromEntries(
      data.effects.map((one: { effect: string; count: number }) => [one.effect, one.count]),
    ),
  }
}
const close = (id: number) =>
  t.db
    .updateTable('conversations')
    .set({ status_id: 4, status_category: 'closed' })
    .where('id', '=', id)
    .execute()

test('the preview of deleting a team lists every effect, and these are what happens', async () => {
  const team = await t.make.team()
  await t.make.agent({ team_ids: [team.id] })
  const open = await t.make.conversation({ assigned_team_id: team.id })
  const closed = [
    await t.make.conversation({ assigned_team_id: team.id }),
    await t.make.conversation({ assigned_team_id: team.id }),
  ]
  for (const { id } of closed) await close(id)
  await t.make.conversation({ assigned_team_id: (await t.make.team()).id })
  await sql`insert into macros (created_at, updated_at, name, team_id, visibility) values (now(), now(), 'Ours', ${team.id}, 'team')`.execute(
    t.db,
  )

  const before = await t.events()
  expect(await preview(`/teams/${team.id}`)).toEqual({
    refusal: null,
    open_conversations_unassigned: 1,
    closed_conversations_unassigned: 2,
    members_removed: 1,
    macros_deleted: 1,
  })
  expect(await t.events(), 'nothing was done').toEqual(before)
  expect((await admin.del(`/api/v1/teams/${team.id}`)).status).toBe(200)
  expect((await t.events(open.id)).at(-1)).toBe('conversation.team_removed')
})

test('the preview of deleting an agent lists what is unassigned, and refuses oneself and the last administrator', async () => {
  const team = await t.make.team()
  const ana = await t.make.agent({ team_ids: [team.id] })
  await t.make.conversation({ assigned_user_id: ana.id })
  await close((await t.make.conversation({ assigned_user_id: ana.id })).id)
  await admin.post(`/api/v1/agents/${ana.id}/api-key`, {})
  expect(await preview(`/agents/${ana.id}`)).toEqual({
    refusal: null,
    open_conversations_unassigned: 1,
    teams_left: 1,
    api_keys_revoked: 1,
  })
  const me = (await admin.get('/api/v1/agents/me')).body.data.id
  expect((await preview(`/agents/${me}`)).refusal).toMatch(/^You can’t delete your own account/)

  const first = (
    await t.db.selectFrom('agents').select('id').where('email', '=', 'ada@parley.test').executeTakeFirst()
  )?.id
  const { refusal } = await preview(`/agents/${first}`)
  expect(refusal).toMatch(/^This is the last administrator/)
})

test('a deletion that would be refused has the same refusal in its preview', async () => {
  const role = await t.make.role()
  await t.db
    .insertInto('agent_roles')
    .values({ agent_id: (await t.make.agent()).id, role_id: role.id })
    .execute()
  const status = (await admin.post('/api/v1/statuses', { name: 'Parked' })).body.data
  const c = await t.make.conversation()
  await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Parked' })
  for (const [path, effect] of [
    [`/roles/${role.id}`, { agents_in_the_way: 1 }],
    [`/statuses/${status.id}`, { conversations_in_the_way: 1 }],
    ['/statuses/2', {}],
    ['/roles/1', {}],
  ] as const) {
    const previewed = await preview(path)
    expect(previewed).toMatchObject({ refusal: expect.stringMatching(/\w/), ...effect })
    expect((await admin.del(`/api/v1${path}`)).body.message).toBe(previewed.refusal)
  }
  expect(await preview(`/roles/${(await t.make.role()).id}`)).toEqual({ refusal: null })
})

test('the previews of a tag and an inbox count their conversations', async () => {
  const inbox = await t.make.inbox()
  const tag = await t.make.tag('refund')
  const c = await t.make.conversation({ inbox_id: inbox.id })
  await admin.post(`/api/v1/conversations/${c.uuid}/tags`, { tags: ['refund'] })
  await admin.post(`/api/v1/conversations/${c.uuid}/messages`, {
    message: '<p>Soon</p>',
    to: ['a@customer.test'],
  })
  expect(await preview(`/tags/${tag.id}`)).toEqual({ refusal: null, conversations_untagged: 1 })
  expect(await preview(`/inboxes/${inbox.id}`)).toEqual({
    refusal: null,
    conversations_kept: 1,
    replies_not_sent: 1,
  })
})

type Condition = { field: string; value: string; field_type?: string; operator?: string }
/** Creates a rule with these conditions and actions, optionally disabled. */
async function rule(conditions: Condition[], actions: { type: string; value: string[] }[], disabled = false) {
  const rules = conditions.map((one) => ({ operator: 'equals', ...one }))
  const { status, body } = await admin.post('/api/v1/automations/rules', {
    ...{ name: 'A rule', type: 'conversation_update', events: ['conversation.status.change'] },
    rules: [
      {
        groups: [
          { logical_op: 'AND', rules },
          { logical_op: 'OR', rules: [] },
        ],
        group_operator: 'AND',
        actions,
      },
    ],
  })
  expect([status, body.message]).toEqual([200, undefined])
  if (disabled) await admin.put(`/api/v1/automations/rules/${body.data.id}/toggle`)
}
const urgent = [{ type: 'set_priority', value: ['3'] }]

test('the previews of a status, an inbox and a policy count the rules that refer to them, each rule once', async () => {
  const [status, other] = [
    (await admin.post('/api/v1/statuses', { name: 'With supplier' })).body.data,
    (await admin.post('/api/v1/statuses', { name: 'With lawyer' })).body.data,
  ]
  const inbox = await t.make.inbox()
  const times = { name: 'Gold', first_response_time: '4h' }
  const policy = (await admin.post('/api/v1/sla', times)).body.data
  const [a, b] = [String(status.id), String(other.id)]
  await rule([{ field: 'status', value: a }], [{ type: 'set_status', value: [a] }])
  await rule([{ field: 'previous_status', value: a }], urgent, true)
  await rule([{ field: 'status', value: b }], [{ type: 'set_status', value: [a] }])
  await rule([{ field: 'inbox', value: String(inbox.id) }], urgent)
  await rule([{ field: 'sla_policy', value: String(policy.id) }], urgent)
  await rule([], [{ type: 'set_sla', value: [String(policy.id)] }])
  // The same ids with a different meaning.
  for (const id of [a, String(inbox.id), String(policy.id)])
    await rule([{ field: 'subject', value: id }], urgent)
  expect(await preview(`/statuses/${status.id}`)).toEqual({ refusal: null, rules_naming_it: 3 })
  expect(await preview(`/statuses/${other.id}`)).toEqual({ refusal: null, rules_naming_it: 1 })
  expect(await preview(`/inboxes/${inbox.id}`)).toEqual({ refusal: null, rules_naming_it: 1 })
  expect(await preview(`/sla/${policy.id}`)).toEqual({ refusal: null, rules_naming_it: 2 })
  expect(await preview(`/sla/${(await admin.post('/api/v1/sla', times)).body.data.id}`)).toEqual({
    refusal: null,
  })
})

test('the preview of a custom attribute counts rules that use it, but not those using the same key of the other owner', async () => {
  const define = async (applies_to: string, key: string) =>
    (
      await admin.post('/api/v1/custom-attributes', {
        ...{ applies_to, key, name: `${key} of ${applies_to}` },
        ...{ data_type: 'text', values: [], description: 'For rules' },
      })
    ).body.data.id as number
  const [ofContact, ofConversation, city] = [
    await define('contact', 'tier'),
    await define('conversation', 'tier'),
    await define('contact', 'city'),
  ]
  const conditionOn = (owner: string, field: string) => ({
    ...{ field, value: 'gold' },
    field_type: `${owner}_custom_attribute`,
  })
  await rule([conditionOn('contact', 'tier'), conditionOn('contact', 'city')], urgent)
  await rule([conditionOn('contact', 'tier'), conditionOn('contact', 'tier')], urgent)
  await rule([conditionOn('conversation', 'tier')], urgent)
  await rule([{ field: 'subject', value: 'tier' }], urgent)
  expect(await preview(`/custom-attributes/${ofContact}`)).toEqual({ refusal: null, rules_naming_it: 2 })
  expect(await preview(`/custom-attributes/${ofConversation}`)).toEqual({ refusal: null, rules_naming_it: 1 })
  expect(await preview(`/custom-attributes/${city}`)).toEqual({ refusal: null, rules_naming_it: 1 })
})

test('the preview of deleting an agent counts the SLA policies that notify them, and no others', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const notificationTo = (...recipients: string[]) => ({
    ...{ type: 'breach', metric: 'all', time_delay_type: 'immediately' },
    recipients,
  })
  const policy = (...notifications: object[]) =>
    admin.post('/api/v1/sla', { name: 'Telling', first_response_time: '4h', notifications })
  await policy(notificationTo(String(ana.id)), notificationTo('assigned_user', String(ana.id)))
  await policy(notificationTo('assigned_team'), notificationTo(String(ana.id), String(bo.id)))
  await policy(notificationTo('assigned_user'))
  expect(await preview(`/agents/${ana.id}`)).toEqual({ refusal: null, sla_policies_telling_it: 2 })
  expect(await preview(`/agents/${bo.id}`)).toEqual({ refusal: null, sla_policies_telling_it: 1 })
  const { effects } = (await admin.get(`/api/v1/agents/${ana.id}/disabling`)).body.data
  expect(effects).toContainEqual({ effect: 'sla_policies_telling_it', count: 2, count_is_minimum: false })
})

test('counting stops at 10,000 and says so', async () => {
  const effects = await countEffects(t.db, {
    conversations_untagged: sql`generate_series(1, 10001)`,
    conversations_kept: sql`generate_series(1, 10000)`,
  })
  expect(effects).toEqual([
    { effect: 'conversations_untagged', count: 10_000, count_is_minimum: true },
    { effect: 'conversations_kept', count: 10_000, count_is_minimum: false },
  ])
})
