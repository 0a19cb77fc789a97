import { permissions } from '@parley/contract/roles/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
let adminId: number
beforeAll(async () => {
  t = await startTestApp()
  const actor = await t.make.agent({ first_name: 'Ada', permissions })
  adminId = actor.id
  admin = await t.as(actor)
})
afterAll(() => t.stop())

const macro = (values: object = {}) => ({
  name: 'Refund started',
  message_content: '<p>Hello {{ contact.first_name }}</p>',
  actions: [],
  visibility: 'all',
  visible_when: ['replying'],
  ...values,
})
const create = (values: object = {}) => admin.post('/api/v1/macros', macro(values))

test('a macro is stored as written, with names for the ids in its actions', async () => {
  const team = await t.make.team('Refunds')
  const tag = await t.make.tag('to refund')
  const { status, body } = await create({
    actions: [
      { type: 'assign_team', value: [String(team.id)] },
      { type: 'assign_user', value: [String(adminId)] },
      { type: 'set_status', value: ['3'] },
      { type: 'set_priority', value: ['1'] },
      { type: 'add_tags', value: ['TO REFUND'] },
      { type: 'send_private_note', value: ['<p>Paid<script>1</script></p>'] },
    ],
    visible_when: ['replying', 'adding_private_note'],
  })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.data).toMatchObject({
    name: 'Refund started',
    usage_count: 0,
    last_used_at: null,
    user_id: null,
    team_id: null,
    visible_when: ['replying', 'adding_private_note'],
    actions: [
      { type: 'assign_team', value: [String(team.id)], display_value: ['Refunds'] },
      { type: 'assign_user', value: [String(adminId)], display_value: ['Ada'] },
      { type: 'set_status', value: ['3'], display_value: ['Resolved'] },
      { type: 'set_priority', value: ['1'], display_value: ['Low'] },
      { type: 'add_tags', value: ['to refund'], display_value: [] },
      { type: 'send_private_note', value: ['<p>Paid</p>'], display_value: [] },
    ],
  })
  // A renamed tag stays; a deleted team leaves its action without a name.
  const path = `/api/v1/macros/${body.data.id}`
  await admin.put(`/api/v1/tags/${tag.id}`, { name: 'refund due' })
  await admin.del(`/api/v1/teams/${team.id}`)
  const { actions } = (await admin.get(path)).body.data
  expect(actions[4].value).toEqual(['refund due'])
  expect(actions[0]).toEqual({ type: 'assign_team', value: [String(team.id)], display_value: [] })

  await admin.put(path, macro({ name: 'Refund promised' }))
  expect((await admin.get(path)).body.data).toMatchObject({ name: 'Refund promised', actions: [] })
  expect((await admin.del(path)).status).toBe(200)
  expect((await admin.get(path)).status).toBe(404)
  const [, , , changed] = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_type', 'in', ['macro', 'tag', 'team'])
    .orderBy('id')
    .execute()
  expect(changed).toMatchObject({
    type: 'macro.changed',
    changes: { name: ['Refund started', 'Refund promised'] },
  })
})

test('a macro whose action names a deleted team can be renamed', async () => {
  const team = await t.make.team('Returns')
  const actions = [{ type: 'assign_team', value: [String(team.id)] }]
  const { id } = (await create({ actions })).body.data
  await admin.del(`/api/v1/teams/${team.id}`)
  expect(await admin.put(`/api/v1/macros/${id}`, { name: 'Renamed' })).toMatchObject({
    status: 200,
    body: { data: { name: 'Renamed', actions } },
  })
  expect((await admin.put(`/api/v1/macros/${id}`, { actions })).status).toBe(400)
})

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['a name of 141 letters', { name: 'x'.repeat(141) }, 'name'],
  ['a text of 5001 letters', { message_content: 'x'.repeat(5001) }, 'message_content'],
  ['no place', { visible_when: [] }, 'visible_when'],
  ['an unknown place', { visible_when: ['sleeping'] }, 'visible_when.0'],
  ['no actions', { actions: undefined }, 'actions'],
  ['an empty value', { actions: [{ type: 'add_tags', value: [] }] }, 'actions.0.value'],
  ['an empty name of a tag', { actions: [{ type: 'add_tags', value: [''] }] }, 'actions.0.value.0'],
  ['an unknown kind', { actions: [{ type: 'set_sla', value: ['1'] }] }, 'actions.0.type'],
  ['a kind that every object has', { actions: [{ type: 'constructor', value: ['1'] }] }, 'actions.0.type'],
  ['an unknown agent', { actions: [{ type: 'assign_user', value: ['999999'] }] }, 'actions.0.value'],
  ['an unknown tag', { actions: [{ type: 'add_tags', value: ['nope'] }] }, 'actions.0.value'],
  ['snoozing', { actions: [{ type: 'set_status', value: ['2'] }] }, 'actions.0.value'],
  ['two ids', { actions: [{ type: 'set_status', value: ['3', '4'] }] }, 'actions.0.value'],
  [
    'the same kind twice',
    {
      actions: [
        { type: 'set_status', value: ['3'] },
        { type: 'set_status', value: ['4'] },
      ],
    },
    'actions.1.type',
  ],
  ['a team without saying which', { visibility: 'team' }, 'team_id'],
  ['an unknown team', { visibility: 'team', team_id: '999999' }, 'team_id'],
  ['a team id that is a number', { visibility: 'team', team_id: 1 }, 'team_id'],
  ['an empty team id', { visibility: 'team', team_id: '' }, 'team_id'],
  ['an unknown owner', { visibility: 'user', user_id: '999999' }, 'user_id'],
])('a macro with %s is refused', async (_name, values, path) => {
  const before = (await admin.get('/api/v1/macros')).body.data.length
  expect(await create(values)).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', errors: [{ path }] },
  })
  expect((await admin.get('/api/v1/macros')).body.data).toHaveLength(before)
})

test.each([
  ['<p>Hello</p>\n<p>{{ contact.first_name</p>', 'Line 2, column 4: output'],
  ['<p>{{ contact.first_name | shout }}</p>', 'Line 1, column 4: undefined filter: shout'],
  ['<p>{{ contact.first_name | raw }}</p>', 'undefined filter: raw'],
  ['{% if contact.first_name %}Hello', 'Line 1, column 1: tag {% if contact.first_name %} not closed'],
  ['{% include "/etc/passwd" %}', 'tag "include" not found'],
  ['{% cycle "&lt;img src=x onerror=alert(1)&gt;" %}', 'tag "cycle" not found'],
])('an invalid template is refused with line and column: %s', async (message_content, words) => {
  const { status, body } = await create({ message_content })
  expect(status).toBe(400)
  expect(body.message).toContain(words)
  expect(body.errors[0].path).toBe('message_content')
})

test.each([
  ['<p onclick="x()">Hi<script>alert(1)</script></p>', '<p>Hi</p>'],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="{{ contact.email }}">x</a>', '<a>x</a>'],
  ['<svg onload=alert(1)></svg>Hi', 'Hi'],
  ['{% if contact.email > 1 %}x{% endif %}', '{% if contact.email &gt; 1 %}x{% endif %}'],
])('the text is stored without anything harmful: %s', async (message_content, stored) => {
  expect((await create({ message_content })).body.data.message_content).toBe(stored)
})

test('an agent sees shared, team and personal macros; an agent who manages macros sees all', async () => {
  const [ownTeam, other] = [await t.make.team(), await t.make.team()]
  const ana = await t.make.agent({ permissions: [], team_ids: [ownTeam.id] })
  const ben = await t.make.agent({ permissions: [] })
  const ids: Record<string, number> = {}
  for (const [name, values] of Object.entries({
    all: { visibility: 'all', team_id: String(other.id), user_id: String(ben.id) },
    my_team: { visibility: 'team', team_id: String(ownTeam.id) },
    other_team: { visibility: 'team', team_id: String(other.id), user_id: String(ana.id) },
    mine: { visibility: 'user', user_id: String(ana.id) },
    bens: { visibility: 'user', user_id: String(ben.id), team_id: String(ownTeam.id) },
    the_admins: { visibility: 'user' },
  }))
    ids[name] = (await create({ name, ...values })).body.data.id
  const listed = async (browser: typeof admin) =>
    (await browser.get('/api/v1/macros')).body.data
      .filter((one: { id: number }) => Object.values(ids).includes(one.id))
      .map((one: { name: string }) => one.name)
      .sort()
  expect(await listed(await t.as(ana))).toEqual(['all', 'mine', 'my_team'])
  expect(await listed(await t.as(ben))).toEqual(['all', 'bens'])
  expect(await listed(admin)).toEqual(Object.keys(ids).sort())
  const rows = (await admin.get('/api/v1/macros')).body.data
  const owner = (name: string) => {
    const { team_id, user_id } = rows.find((row: { id: number }) => row.id === ids[name])
    return [team_id, user_id]
  }
  expect(owner('all')).toEqual([null, null])
  expect(owner('other_team')).toEqual([String(other.id), null])
  expect(owner('the_admins')).toEqual([null, String(adminId)])

  const c = await t.make.conversation()
  const all = await t.as(
    await t.make.agent({
      permissions: ['conversations:read', 'conversations:read_all', 'conversations:update_priority'],
      team_ids: [ownTeam.id],
    }),
  )
  const apply = async (name: string) =>
    (
      await all.post(`/api/v1/conversations/${c.uuid}/macros/${ids[name]}/apply`, [
        { type: 'set_priority', value: ['2'] },
      ])
    ).status
  expect([
    await apply('all'),
    await apply('my_team'),
    await apply('other_team'),
    await apply('bens'),
  ]).toEqual([200, 200, 404, 404])
})
