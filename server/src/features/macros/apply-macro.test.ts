import { permissions } from '@parley/contract/roles/permissions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let macroId: number
beforeAll(async () => {
  t = await startTestApp()
  const { id } = await t.db
    .insertInto('macros')
    .values({ name: 'Refund', created_at: t.clock.now(), updated_at: t.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  macroId = id
})
afterAll(() => t.stop())

type Actions = { type: string; value: string[] }[]
const apply = async (
  actor: { id: number },
  c: { uuid: string },
  actions: Actions,
  { id = macroId, key = '' } = {},
) =>
  (await t.as(actor)).post(
    `/api/v1/conversations/${c.uuid}/macros/${id}/apply`,
    actions,
    key ? { 'idempotency-key': key } : {},
  )
const reloadConversation = (c: { id: number }) =>
  t.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirstOrThrow()
const listTags = async (c: { id: number }) =>
  (
    await t.db
      .selectFrom('conversation_tags as ct')
      .innerJoin('tags as t', 't.id', 'ct.tag_id')
      .select('t.name')
      .where('ct.conversation_id', '=', c.id)
      .orderBy('t.name')
      .execute()
  ).map(({ name }) => name)
const useCount = async () =>
  (await t.db.selectFrom('macros').select('usage_count').where('id', '=', macroId).executeTakeFirstOrThrow())
    .usage_count

test('every action runs through its own verb, whatever their order, with the macro as cause', async () => {
  const ana = await t.make.agent({ permissions })
  const ben = await t.make.agent()
  const team = await t.make.team()
  for (const name of ['late', 'lost', 'old']) await t.make.tag(name)
  const c = await t.make.conversation()
  await (await t.as(ana)).post(`/api/v1/conversations/${c.uuid}/tags`, { tags: ['old'] })
  const before = await useCount()

  const reply = await apply(ana, c, [
    { type: 'set_status', value: ['3'] },
    { type: 'add_tags', value: ['Late', 'lost'] },
    { type: 'remove_tags', value: ['OLD'] },
    { type: 'set_priority', value: ['3'] },
    { type: 'assign_user', value: [String(ben.id)] },
    { type: 'assign_team', value: [String(team.id)] },
  ])

  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'success', message: 'The macro "Refund" was applied', data: { failed: [] } },
  })
  expect(await reloadConversation(c)).toMatchObject({
    assigned_team_id: team.id,
    assigned_user_id: ben.id,
    priority_id: 3,
    status_id: 3,
  })
  expect(await listTags(c)).toEqual(['late', 'lost'])
  expect(await useCount()).toBe(before + 1)

  const facts = await t.db
    .selectFrom('events')
    .select(['id', 'type', 'cause_id', 'depth', 'data'])
    .where('conversation_id', '=', c.id)
    .orderBy('id')
    .execute()
  const cause = facts.find(({ type }) => type === 'conversation.macro_applied')
  expect(cause).toMatchObject({
    cause_id: null,
    depth: 0,
    data: { macro: { id: macroId, name: 'Refund' } },
  })
  expect(facts.filter(({ cause_id }) => cause_id === cause?.id).map(({ type }) => type)).toEqual([
    'conversation.team_assigned',
    'conversation.user_assigned',
    'conversation.priority_changed',
    'conversation.tags_changed',
    'conversation.tags_changed',
    'conversation.status_changed',
  ])
})

test('a failed action is reported and rolled back completely, and does not undo the others', async () => {
  const ana = await t.make.agent({ permissions })
  const disabledAgent = await t.make.agent({ first_name: 'Gone' })
  await t.db.updateTable('agents').set({ enabled: false }).where('id', '=', disabledAgent.id).execute()
  const c = await t.make.conversation()
  const reply = await apply(ana, c, [
    { type: 'assign_user', value: [String(disabledAgent.id)] },
    { type: 'set_priority', value: ['2'] },
    { type: 'add_tags', value: ['no such tag'] },
    { type: 'set_status', value: ['2'] },
  ])
  expect(reply).toMatchObject({
    status: 207,
    body: {
      message: expect.stringContaining('Gone is disabled and can’t be assigned'),
      data: {
        applied: ['set_priority'],
        failed: [
          { type: 'assign_user', message: 'Gone is disabled and can’t be assigned' },
          { type: 'add_tags', message: 'There is no tag "no such tag"' },
          {
            type: 'set_status',
            message: 'Macros can’t set a snoozed status, because they have no snooze time',
          },
        ],
      },
    },
  })
  expect(await reloadConversation(c)).toMatchObject({ assigned_user_id: null, priority_id: 2, status_id: 1 })
})

test('an action refused after writing rolls back its own writes and nothing else', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  // The timeline line is written after the column; here it violates a constraint.
  await sql`create function refuse_line() returns trigger language plpgsql as $$ begin
    if new.activity->>'type' = 'priority_changed' then
      raise exception 'no' using errcode = '23505', constraint = 'tags_name';
    end if; return new; end $$`.execute(t.db)
  await sql`create trigger refuse_line before insert on messages for each row execute function refuse_line()`.execute(
    t.db,
  )
  const reply = await apply(ana, c, [
    { type: 'assign_user', value: [String(ana.id)] },
    { type: 'set_priority', value: ['2'] },
    { type: 'set_status', value: ['4'] },
  ])
  await sql`drop trigger refuse_line on messages`.execute(t.db)
  expect(reply).toMatchObject({
    status: 207,
    body: { data: { applied: ['assign_user', 'set_status'], failed: [{ type: 'set_priority' }] } },
  })
  expect(await reloadConversation(c)).toMatchObject({
    assigned_user_id: ana.id,
    priority_id: null,
    status_id: 4,
  })
})

test('an action refused by its verb leaves no trace', async () => {
  const mayNotAssign = await t.make.agent({
    permissions: [
      'conversations:read',
      'conversations:read_all',
      'conversations:update_status',
      'conversations:update_priority',
    ],
  })
  const c = await t.make.conversation()
  const lines = await t.events(c.id)
  const reply = await apply(mayNotAssign, c, [
    { type: 'set_status', value: ['3'] },
    { type: 'set_priority', value: ['1'] },
  ])
  expect(reply).toMatchObject({
    status: 207,
    body: { data: { failed: [{ type: 'set_status', message: expect.stringContaining('Assign this') }] } },
  })
  expect((await t.events(c.id)).slice(lines.length)).toEqual([
    'conversation.macro_applied',
    'conversation.priority_changed',
  ])
})

test('if no action can be applied, nothing changes and no use is counted', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const [before, facts] = [await useCount(), await t.events(c.id)]
  expect(await apply(ana, c, [{ type: 'set_priority', value: ['99'] }])).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('The priority no longer exists') },
  })
  expect(await useCount()).toBe(before)
  expect(await t.events(c.id)).toEqual(facts)
})

const rights = {
  assign_team: 'conversations:update_team_assignee',
  assign_user: 'conversations:update_user_assignee',
  set_priority: 'conversations:update_priority',
  set_tags: 'conversations:update_tags',
  add_tags: 'conversations:update_tags',
  remove_tags: 'conversations:update_tags',
  set_status: 'conversations:update_status',
}
test.each(Object.entries(rights))('%s requires the permission %s', async (type, right) => {
  const readPermissions = ['conversations:read', 'conversations:read_all']
  const otherPermissions = permissions.filter((permission) => permission !== right)
  const team = await t.make.team()
  await t.make.tag(`tag for ${type}`)
  const c = await t.make.conversation({ assigned_user_id: (await t.make.agent()).id })
  const value = type.endsWith('tags')
    ? [`tag for ${type}`]
    : [String(type === 'assign_team' ? team.id : type === 'assign_user' ? (await t.make.agent()).id : 3)]
  const actions = [{ type, value }]
  const facts = await t.events(c.id)
  expect(await apply(await t.make.agent({ permissions: otherPermissions }), c, actions)).toMatchObject({
    status: 403,
    body: { error_type: 'PermissionException' },
  })
  expect(await t.events(c.id)).toEqual(facts)
  expect(
    await apply(await t.make.agent({ permissions: [...readPermissions, right] }), c, actions),
  ).toMatchObject({
    status: 200,
  })
})

test('unknown and duplicate actions are refused before anything is applied', async () => {
  const ana = await t.make.agent({ permissions })
  const c = await t.make.conversation()
  const facts = await t.events(c.id)
  const priority = { type: 'set_priority', value: ['2'] }
  for (const type of ['send_reply', 'send_private_note', 'set_sla', 'send_csat', 'constructor'])
    expect((await apply(ana, c, [priority, { type, value: ['1'] }])).status).toBe(403)
  expect((await apply(ana, c, [priority, priority])).status).toBe(400)
  expect(await apply(ana, c, [])).toMatchObject({
    status: 400,
    body: { error_type: 'InputException', message: expect.stringContaining('at least one action') },
  })
  expect((await apply(ana, c, [{ type: 'set_priority', value: [] }])).status).toBe(400)
  expect((await apply(ana, c, [{ type: 'add_tags', value: Array(70_000).fill('x') }])).status).toBe(400)
  expect((await apply(ana, c, [priority], { id: 999_999 })).status).toBe(404)
  expect(await t.events(c.id)).toEqual(facts)
})

test('a use is counted once per idempotency key, and its time is kept per agent', async () => {
  const [ana, ben] = [await t.make.agent({ permissions }), await t.make.agent({ permissions: [] })]
  const c = await t.make.conversation()
  const before = await useCount()
  const actions = [{ type: 'set_priority', value: ['2'] }]
  const [first, second] = await Promise.all([
    apply(ana, c, actions, { key: 'once' }),
    apply(ana, c, actions, { key: 'once' }),
  ])
  expect(second.body).toEqual(first.body)
  expect(await useCount()).toBe(before + 1)
  const seenBy = async (actor: { id: number }) =>
    (await (await t.as(actor)).get('/api/v1/macros')).body.data[0].last_used_at
  expect(await seenBy(ana)).toBe(t.clock.now().toISOString())
  expect(await seenBy(ben)).toBeNull()
})
