import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const logged = async (type: string, id: number) =>
  (
    await t.db
      .selectFrom('events')
      .select(['type', 'changes', 'data'])
      .where('object_type', '=', type)
      .where('object_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ type, changes }) => ({ type, changes }))

test('a team is created with sensible defaults, changed, listed and logged', async () => {
  const { body } = await admin.post('/api/v1/teams', { name: ' Billing ', emoji: '💸' })
  const { id } = body.data
  expect(body.data).toMatchObject({
    name: 'Billing',
    emoji: '💸',
    conversation_assignment_type: 'Manual',
    timezone: 'UTC',
    business_hours_id: null,
    max_auto_assigned_conversations: 0,
  })
  const write = {
    name: 'Billing',
    emoji: null,
    timezone: 'Europe/Berlin',
    conversation_assignment_type: 'Round robin',
    max_auto_assigned_conversations: 3,
  }
  expect((await admin.put(`/api/v1/teams/${id}`, write)).body.data).toMatchObject({ ...write })
  expect((await admin.get(`/api/v1/teams/${id}`)).body.data).toMatchObject({ ...write })
  expect((await admin.get('/api/v1/teams/compact')).body.data).toContainEqual({
    id,
    name: 'Billing',
    emoji: null,
  })
  await admin.put(`/api/v1/teams/${id}`, write)
  expect(await logged('team', id)).toEqual([
    { type: 'team.created', changes: expect.objectContaining({ name: [null, 'Billing'] }) },
    {
      type: 'team.changed',
      changes: {
        emoji: ['💸', null],
        timezone: ['UTC', 'Europe/Berlin'],
        conversation_assignment_type: ['Manual', 'Round robin'],
        max_auto_assigned_conversations: [0, 3],
      },
    },
  ])
})

test.each([
  [{ name: '' }, 400],
  [{ name: 'x'.repeat(141) }, 400],
  [{ name: 'Zone', timezone: 'Mars/Olympus' }, 400],
  [{ name: 'Type', conversation_assignment_type: 'Random' }, 400],
  [{ name: 'Max', max_auto_assigned_conversations: -1 }, 400],
  [{ name: 'Hours', business_hours_id: 999_999 }, 409],
  [{ name: 'Taken' }, 409],
])('the team %j is refused with %i', async (write, status) => {
  if (write.name === 'Taken') await t.make.team('Taken')
  const before = await t.db.selectFrom('teams').selectAll().execute()
  expect(await admin.post('/api/v1/teams', write)).toMatchObject({ status, body: { status: 'error' } })
  expect(await t.db.selectFrom('teams').selectAll().execute()).toEqual(before)
})

test('deleting a team unassigns its conversations, the active ones with a timeline line and an event', async () => {
  const team = await t.make.team()
  const ana = await t.make.agent({ team_ids: [team.id] })
  const open = await t.make.conversation({ assigned_team_id: team.id })
  const closed = await t.make.conversation({ assigned_team_id: team.id, assigned_user_id: ana.id })
  await admin.put(`/api/v1/conversations/${closed.uuid}/status`, { status: 'Resolved' })
  const browser = await t.as(ana)
  expect((await browser.get('/api/v1/agents/me/teams')).body.data).toMatchObject([{ id: team.id }])

  expect(await admin.del(`/api/v1/teams/${team.id}`)).toMatchObject({ status: 200, body: { data: true } })
  expect((await admin.del(`/api/v1/teams/${team.id}`)).status).toBe(404)
  expect(await t.events(open.id)).toContain('conversation.team_removed')
  for (const c of [open, closed])
    expect((await admin.get(`/api/v1/conversations/${c.uuid}`)).body.data).toMatchObject({
      assigned_team_id: null,
    })
  expect((await browser.get('/api/v1/agents/me/teams')).body.data).toEqual([])
  expect((await logged('team', team.id)).at(-1)).toMatchObject({
    type: 'team.deleted',
    changes: { members: [[expect.stringMatching(/^Agent/)], null] },
  })
})

test('members are replaced as a whole, named in the log, and kept when a client does not send them', async () => {
  const [bea, cem] = [await t.make.agent({ first_name: 'Bea' }), await t.make.agent({ first_name: 'Cem' })]
  const created = (await admin.post('/api/v1/teams', { name: 'Manned', member_ids: [bea.id] })).body.data
  expect(created.member_ids).toEqual([bea.id])
  const path = `/api/v1/teams/${created.id}`
  expect((await admin.put(path, { name: 'Manned', member_ids: [cem.id, cem.id] })).body.data).toMatchObject({
    member_ids: [cem.id],
  })
  expect((await logged('team', created.id)).at(-1)).toEqual({
    type: 'team.changed',
    changes: { members: [['Bea'], ['Cem']] },
  })
  expect((await admin.put(path, { name: 'Manned too' })).body.data).toMatchObject({ member_ids: [cem.id] })
  for (const id of [999_999, t.system.id])
    expect(await admin.put(path, { name: 'Manned', member_ids: [id] })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'member_ids' }] },
    })
  expect((await admin.put(path, { name: 'Manned', member_ids: [] })).body.data.member_ids).toEqual([])
})

test('a role keeps only known permissions, each once, and needs at least one', async () => {
  const created = await admin.post('/api/v1/roles', {
    name: 'Reader',
    description: 'Reads',
    permissions: ['messages:read', 'nonsense:all', 'conversations:read', 'messages:read'],
  })
  expect(created.body.data).toMatchObject({ permissions: ['conversations:read', 'messages:read'] })
  for (const permissions of [[], ['nonsense:all']])
    expect(await admin.post('/api/v1/roles', { name: 'None', permissions })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'permissions' }] },
    })
  expect(await admin.post('/api/v1/roles', { name: 'Reader', permissions: ['messages:read'] })).toMatchObject(
    { status: 409 },
  )
  const path = `/api/v1/roles/${created.body.data.id}`
  expect(
    (await admin.put(path, { name: 'Reader', description: 'Reads', permissions: ['tags:manage'] })).body.data,
  ).toMatchObject({ permissions: ['tags:manage'] })
  expect((await logged('role', created.body.data.id)).at(-1)).toEqual({
    type: 'role.changed',
    changes: { permissions: [['conversations:read', 'messages:read'], ['tags:manage']] },
  })
})

test('Admin cannot be changed, Agent cannot be deleted, and a role in use names its holders', async () => {
  const roles = (await admin.get('/api/v1/roles')).body.data
  const byName = (name: string) => roles.find((role: { name: string }) => role.name === name).id
  const write = { name: 'Admin', permissions: ['tags:manage'] }
  expect((await admin.put(`/api/v1/roles/${byName('Admin')}`, write)).status).toBe(400)
  expect((await admin.del(`/api/v1/roles/${byName('Admin')}`)).status).toBe(400)
  expect((await admin.del(`/api/v1/roles/${byName('Agent')}`)).status).toBe(400)
  expect((await admin.put(`/api/v1/roles/${byName('Agent')}`, { ...write, name: 'Agentur' })).status).toBe(
    400,
  )

  const role = await t.make.role(['tags:manage'])
  for (const first_name of ['Ana', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus']) {
    const { id } = await t.make.agent({ first_name })
    await t.db.insertInto('agent_roles').values({ agent_id: id, role_id: role.id }).execute()
  }
  const refused = await admin.del(`/api/v1/roles/${role.id}`)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.message).toMatch(
    /^Ana, Bo, Cy, Di, Ed and 2 more have the role Role \d+\. Assign them another role first$/,
  )
  await t.db.deleteFrom('agent_roles').where('role_id', '=', role.id).execute()
  expect((await admin.del(`/api/v1/roles/${role.id}`)).status).toBe(200)
  expect((await admin.get(`/api/v1/roles/${role.id}`)).status).toBe(404)
})

test('a changed role applies to the very next request', async () => {
  const role = await t.make.role(['tags:manage'])
  const ana = await t.make.agent({ permissions: ['messages:read'] })
  await t.db.insertInto('agent_roles').values({ agent_id: ana.id, role_id: role.id }).execute()
  const browser = await t.as(ana)
  expect((await browser.post('/api/v1/tags', { name: 'first' })).status).toBe(200)
  await admin.put(`/api/v1/roles/${role.id}`, { name: 'Was a tagger', permissions: ['messages:read'] })
  expect((await browser.post('/api/v1/tags', { name: 'second' })).status).toBe(403)
})

test('custom statuses have a category; the four built-in ones cannot be changed', async () => {
  const created = await admin.post('/api/v1/statuses', { name: 'Waiting for parts', category: 'waiting' })
  expect(created.body.data).toMatchObject({ name: 'Waiting for parts', category: 'waiting' })
  expect((await admin.post('/api/v1/statuses', { name: 'In work' })).body.data).toMatchObject({
    category: 'open',
  })
  for (const name of ['', 'x'.repeat(26)])
    expect((await admin.post('/api/v1/statuses', { name })).status).toBe(400)
  for (const name of ['In work', 'IN WORK', 'open'])
    expect((await admin.post('/api/v1/statuses', { name })).status).toBe(409)
  for (const id of [1, 2, 3, 4]) {
    expect((await admin.put(`/api/v1/statuses/${id}`, { name: 'Other' })).status).toBe(400)
    expect((await admin.del(`/api/v1/statuses/${id}`)).status).toBe(400)
  }
  expect((await admin.del('/api/v1/statuses/999')).status).toBe(404)
})

test('a status in use cannot be deleted and says why; changing its category updates its conversations', async () => {
  const { id } = (await admin.post('/api/v1/statuses', { name: 'With legal' })).body.data
  const [one, two] = [await t.make.conversation(), await t.make.conversation()]
  await admin.put(`/api/v1/conversations/${one.uuid}/status`, { status: 'with legal' })
  const del = () => admin.del(`/api/v1/statuses/${id}`)
  expect(await del()).toMatchObject({
    status: 409,
    body: { message: 'One conversation has the status With legal. Change its status first' },
  })
  await admin.put(`/api/v1/conversations/${two.uuid}/status`, { status: 'With legal' })
  expect((await del()).body.message).toBe(
    '2 conversations have the status With legal. Change their status first',
  )

  expect(
    (await admin.put(`/api/v1/statuses/${id}`, { name: 'Legal', category: 'closed' })).body.data,
  ).toMatchObject({ name: 'Legal', category: 'closed' })
  expect((await admin.get(`/api/v1/conversations/${one.uuid}`)).body.data).toMatchObject({
    status: 'Legal',
    status_category: 'closed',
  })
  for (const c of [one, two]) await admin.put(`/api/v1/conversations/${c.uuid}/status`, { status: 'Open' })
  expect((await del()).status).toBe(200)
  expect((await logged('status', id)).map((event) => event.type)).toEqual([
    'status.created',
    'status.changed',
    'status.deleted',
  ])
})

test('tags are created, renamed and deleted with their conversations, and names are unique regardless of case', async () => {
  const created = await admin.post('/api/v1/tags', { name: 'Refund' })
  const { id } = created.body.data
  expect((await admin.post('/api/v1/tags', { name: 'refund' })).status).toBe(409)
  expect((await admin.post('/api/v1/tags', { name: '  ' })).status).toBe(400)
  const other = (await admin.post('/api/v1/tags', { name: 'Other' })).body.data
  expect((await admin.put(`/api/v1/tags/${other.id}`, { name: 'REFUND' })).status).toBe(409)

  const c = await t.make.conversation()
  await admin.post(`/api/v1/conversations/${c.uuid}/tags`, { tags: ['Refund'] })
  const tags = async () => (await admin.get(`/api/v1/conversations/${c.uuid}`)).body.data.tags
  await admin.put(`/api/v1/tags/${id}`, { name: 'refund' })
  expect(await tags()).toEqual(['refund'])
  expect((await admin.del(`/api/v1/tags/${id}`)).body).toMatchObject({ data: true })
  expect(await tags()).toEqual([])
  expect((await admin.del(`/api/v1/tags/${id}`)).status).toBe(404)
  expect(await logged('tag', id)).toEqual([
    { type: 'tag.created', changes: { name: [null, 'Refund'] } },
    { type: 'tag.changed', changes: { name: ['Refund', 'refund'] } },
    { type: 'tag.deleted', changes: { name: ['refund', null] } },
  ])
})
