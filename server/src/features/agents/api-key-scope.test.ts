import { allEndpoints } from '@parley/contract/all-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matrixCases } from '../../testing/permission-matrix/matrix-cases.ts'
import { createMatrixFixtures } from '../../testing/permission-matrix/matrix-fixtures.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

/** The header of an API key for an agent with every permission. */
async function keyFor(scope: object): Promise<{ authorization: string }> {
  const { id } = await t.make.agent({ permissions: t.make.allPermissions })
  const { body } = await admin.post(`/api/v1/agents/${id}/api-key`, scope)
  return { authorization: `token ${body.data.api_key}:${body.data.api_secret}` }
}

const send = async (
  headers: object,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => t.send({ method, url, headers: { ...headers }, ...(payload && { payload }) })

test('a read-only key is refused by every call that writes, and nothing is written', async () => {
  const headers = await keyFor({ read_only: true })
  const c = await t.make.conversation()
  const agent = await t.make.agent()
  const params: Record<string, string | number> = { uuid: c.uuid, id: agent.id }
  const before = await t.events()
  for (const [name, e] of allEndpoints) {
    if (e.method === 'GET' || e.access === 'public') continue
    const path = e.path.replaceAll(/:(\w+)/g, (_, param) => String(params[param] ?? c.uuid))
    const sample = matrixCases[name]?.body
    const reply = await send(headers, e.method, path, typeof sample === 'object' ? sample : {})
    expect([name, reply.status]).toEqual([name, 403])
  }
  expect(await t.events()).toEqual(before)
  expect((await send(headers, 'GET', `/api/v1/conversations/${c.uuid}`)).status).toBe(200)
})

test('a key for one inbox gets nothing about conversations of another from any call that names one', async () => {
  const w = createMatrixFixtures(t)
  const [ownInbox, otherInbox] = [await t.make.inbox(), await t.make.inbox()]
  const headers = await keyFor({ inbox_ids: [ownInbox.id] })
  const visible = await t.make.conversation({ inbox_id: ownInbox.id, subject: 'Within reach' })
  const hidden = await t.make.conversation({ inbox_id: otherInbox.id, subject: 'Out of reach' })

  expect((await send(headers, 'GET', `/api/v1/conversations/${visible.uuid}`)).status).toBe(200)
  const list = await send(headers, 'GET', '/api/v1/conversations/all?page=1&page_size=50')
  expect(list.body.data.results.map((row: { uuid: string }) => row.uuid)).toEqual([visible.uuid])
  const searchReply = await send(headers, 'GET', '/api/v1/search/conversations?query=reach')
  expect(JSON.stringify(searchReply.body)).not.toContain('Out of reach')

  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name]
    if (!e.path.includes('/conversations/:uuid') || !sample) continue
    const message = e.path.includes(':message_uuid') ? await w.message('received', 1) : {}
    const path = e.path.replaceAll(/:(\w+)/g, (_, param) =>
      param === 'uuid'
        ? hidden.uuid
        : String((message as Record<string, string>)[param] ?? (param.endsWith('_uuid') ? hidden.uuid : 1)),
    )
    const body = typeof sample.body === 'function' ? await sample.body(w) : sample.body
    const reply = await send(headers, e.method, path, e.method === 'GET' ? undefined : (body ?? {}))
    // One is for administrators, and refused before the conversation is looked up.
    expect([name, reply.status]).toEqual([name, name === 'getMessageDelivery' ? 403 : 404])
  }
})

test('a key for one inbox gets no counts of other inboxes, and cannot touch replies its agent holds there', async () => {
  const [ownInbox, otherInbox] = [await t.make.inbox(), await t.make.inbox()]
  const owner = await t.make.agent({ permissions: t.make.allPermissions })
  const browser = await t.as(owner)
  const own = await t.make.conversation({ inbox_id: ownInbox.id, assigned_user_id: owner.id })
  const other = await t.make.conversation({ inbox_id: otherInbox.id, assigned_user_id: owner.id })
  const heldUuids = []
  for (const { uuid } of [own, other]) {
    const reply = { message: '<p>Soon</p>', private: false, to: ['a@customer.test'], undo_seconds: 10 }
    const { status, body } = await browser.post(`/api/v1/conversations/${uuid}/messages`, reply)
    expect(status).toBe(200)
    heldUuids.push(body.data.uuid)
  }
  const createdKey = (await admin.post(`/api/v1/agents/${owner.id}/api-key`, { inbox_ids: [ownInbox.id] }))
    .body.data
  const headers = { authorization: `token ${createdKey.api_key}:${createdKey.api_secret}` }
  expect((await browser.get('/api/v1/held-sends')).body.data).toHaveLength(2)
  const visibleHeld = await send(headers, 'GET', '/api/v1/held-sends')
  expect(visibleHeld.body.data.map((one: { uuid: string }) => one.uuid)).toEqual([heldUuids[0]])
  expect((await send(headers, 'PUT', `/api/v1/held-sends/${heldUuids[1]}/undo`)).status).toBe(404)
  expect((await send(headers, 'GET', '/api/v1/conversations/counts')).body.data).toMatchObject({
    assigned: 1,
  })
})

test('a key for one inbox gets nothing from lists of a contact, team or view, and cannot bulk-update other conversations', async () => {
  const [ownInbox, otherInbox] = [await t.make.inbox(), await t.make.inbox()]
  const team = await t.make.team()
  const owner = await t.make.agent({ permissions: t.make.allPermissions, team_ids: [team.id] })
  const browser = await t.as(owner)
  const email = 'both@customer.test'
  const own = await t.make.conversation({ inbox_id: ownInbox.id, email, assigned_team_id: team.id })
  const other = await t.make.conversation({ inbox_id: otherInbox.id, email, assigned_team_id: team.id })
  const view = await browser.post('/api/v1/views/me', {
    name: 'Both of them',
    filters: [{ model: 'contacts', field: 'email', operator: 'equals', value: email }],
  })
  const createdKey = (await admin.post(`/api/v1/agents/${owner.id}/api-key`, { inbox_ids: [ownInbox.id] }))
    .body.data
  const headers = { authorization: `token ${createdKey.api_key}:${createdKey.api_secret}` }
  for (const path of [
    `/api/v1/contacts/${own.contact_id}/conversations`,
    `/api/v1/teams/${team.id}/conversations/unassigned`,
    `/api/v1/views/${view.body.data.id}/conversations`,
  ]) {
    const uuids = (reply: { body: { data: { results: { uuid: string }[] } } }) =>
      reply.body.data.results.map(({ uuid }) => uuid)
    expect([path, uuids(await browser.get(path)).length]).toEqual([path, 2])
    expect([path, uuids(await send(headers, 'GET', path))]).toEqual([path, [own.uuid]])
  }
  const fullConversation = await send(headers, 'GET', `/api/v1/conversations/${own.uuid}`)
  expect(JSON.stringify(fullConversation.body)).not.toContain(other.uuid)
  const bulk = await send(headers, 'POST', '/api/v1/conversations/bulk', {
    uuids: [own.uuid, other.uuid],
    action: { type: 'set_priority', priority: 'High' },
  })
  expect(bulk.body.data.map((one: { ok: boolean }) => one.ok)).toEqual([true, false])
})

test('a key for one inbox writes only from that inbox and cannot administer anything, even if its agent can', async () => {
  const [ownInbox, otherInbox] = [await t.make.inbox(), await t.make.inbox()]
  const headers = await keyFor({ inbox_ids: [ownInbox.id] })
  const start = (inbox_id: number) =>
    send(headers, 'POST', '/api/v1/conversations', {
      inbox_id,
      contact_email: 'scoped@customer.test',
      first_name: 'Scope',
      subject: 'Hello',
      content: '<p>Hello</p>',
    })
  expect((await start(ownInbox.id)).status).toBe(200)
  expect(await start(otherInbox.id)).toMatchObject({ status: 400, body: { errors: [{ path: 'inbox_id' }] } })
  for (const [name, e] of allEndpoints) {
    if (e.method !== 'GET' || !e.access.endsWith(':manage') || e.access === 'view:manage') continue
    const reply = await send(headers, 'GET', e.path.replaceAll(/:\w+/g, '1'))
    expect([name, reply.status]).toEqual([name, 403])
  }
  const { id } = await t.make.agent()
  expect((await send(headers, 'POST', `/api/v1/agents/${id}/api-key`, {})).status).toBe(403)
})

test("a key's scope is shown with its agent, is removed with the key, and is rejected if invalid", async () => {
  const inbox = await t.make.inbox()
  const { id } = await t.make.agent()
  const path = `/api/v1/agents/${id}/api-key`
  const readAgent = async () => (await admin.get(`/api/v1/agents/${id}`)).body.data
  for (const [body, field] of [
    [{ inbox_ids: [] }, 'inbox_ids'],
    [{ inbox_ids: [999_999] }, 'inbox_ids'],
    [{ read_only: 'yes' }, 'read_only'],
  ] as const)
    expect(await admin.post(path, body)).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
  expect(await readAgent()).toMatchObject({ api_key: null, api_key_read_only: false })

  await admin.post(path, { read_only: true, inbox_ids: [inbox.id] })
  expect(await readAgent()).toMatchObject({ api_key_read_only: true, api_key_inbox_ids: [inbox.id] })
  await admin.post(path)
  expect(await readAgent()).toMatchObject({ api_key_read_only: false, api_key_inbox_ids: null })
  await admin.post(path, { read_only: true })
  await admin.del(path)
  expect(await readAgent()).toMatchObject({ api_key: null, api_key_read_only: false })
})
