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

/** The header of a key for somebody with every right. */
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

test('a key that only reads is refused every call of the contract that writes, and nothing is written', async () => {
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

test('a key for one inbox is told nothing of the conversations of another, by any call that names one', async () => {
  const w = createMatrixFixtures(t)
  const [mine, theirs] = [await t.make.inbox(), await t.make.inbox()]
  const headers = await keyFor({ inbox_ids: [mine.id] })
  const open = await t.make.conversation({ inbox_id: mine.id, subject: 'Within reach' })
  const closed = await t.make.conversation({ inbox_id: theirs.id, subject: 'Out of reach' })

  expect((await send(headers, 'GET', `/api/v1/conversations/${open.uuid}`)).status).toBe(200)
  const list = await send(headers, 'GET', '/api/v1/conversations/all?page=1&page_size=50')
  expect(list.body.data.results.map((row: { uuid: string }) => row.uuid)).toEqual([open.uuid])
  const found = await send(headers, 'GET', '/api/v1/search/conversations?query=reach')
  expect(JSON.stringify(found.body)).not.toContain('Out of reach')

  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name]
    if (!e.path.includes('/conversations/:uuid') || !sample) continue
    const message = e.path.includes(':message_uuid') ? await w.message('received', 1) : {}
    const path = e.path.replaceAll(/:(\w+)/g, (_, param) =>
      param === 'uuid' ? closed.uuid : String((message as Record<string, string>)[param] ?? 1),
    )
    const body = typeof sample.body === 'function' ? await sample.body(w) : sample.body
    const reply = await send(headers, e.method, path, e.method === 'GET' ? undefined : (body ?? {}))
    // One is for administrators, and closed before any conversation is looked for.
    expect([name, reply.status]).toEqual([name, name === 'getMessageDelivery' ? 403 : 404])
  }
})

test('nor by figures beside the lists, or by replies that its agent holds there', async () => {
  const [mine, theirs] = [await t.make.inbox(), await t.make.inbox()]
  const owner = await t.make.agent({ permissions: t.make.allPermissions })
  const browser = await t.as(owner)
  const own = await t.make.conversation({ inbox_id: mine.id, assigned_user_id: owner.id })
  const other = await t.make.conversation({ inbox_id: theirs.id, assigned_user_id: owner.id })
  const held = []
  for (const { uuid } of [own, other]) {
    const reply = { message: '<p>Soon</p>', private: false, to: ['a@customer.test'], undo_seconds: 10 }
    const { status, body } = await browser.post(`/api/v1/conversations/${uuid}/messages`, reply)
    expect(status).toBe(200)
    held.push(body.data.uuid)
  }
  const made = (await admin.post(`/api/v1/agents/${owner.id}/api-key`, { inbox_ids: [mine.id] })).body.data
  const headers = { authorization: `token ${made.api_key}:${made.api_secret}` }
  expect((await browser.get('/api/v1/held-sends')).body.data).toHaveLength(2)
  const seen = await send(headers, 'GET', '/api/v1/held-sends')
  expect(seen.body.data.map((one: { uuid: string }) => one.uuid)).toEqual([held[0]])
  expect((await send(headers, 'PUT', `/api/v1/held-sends/${held[1]}/undo`)).status).toBe(404)
  expect((await send(headers, 'GET', '/api/v1/conversations/counts')).body.data).toMatchObject({
    assigned: 1,
  })
})

test('nor by the lists of a contact, a team or a view, nor by changing several at once', async () => {
  const [mine, theirs] = [await t.make.inbox(), await t.make.inbox()]
  const team = await t.make.team()
  const owner = await t.make.agent({ permissions: t.make.allPermissions, team_ids: [team.id] })
  const browser = await t.as(owner)
  const email = 'both@customer.test'
  const own = await t.make.conversation({ inbox_id: mine.id, email, assigned_team_id: team.id })
  const other = await t.make.conversation({ inbox_id: theirs.id, email, assigned_team_id: team.id })
  const view = await browser.post('/api/v1/views/me', {
    name: 'Both of them',
    filters: [{ model: 'contacts', field: 'email', operator: 'equals', value: email }],
  })
  const made = (await admin.post(`/api/v1/agents/${owner.id}/api-key`, { inbox_ids: [mine.id] })).body.data
  const headers = { authorization: `token ${made.api_key}:${made.api_secret}` }
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
  const whole = await send(headers, 'GET', `/api/v1/conversations/${own.uuid}`)
  expect(JSON.stringify(whole.body)).not.toContain(other.uuid)
  const bulk = await send(headers, 'POST', '/api/v1/conversations/bulk', {
    uuids: [own.uuid, other.uuid],
    action: { type: 'set_priority', priority: 'High' },
  })
  expect(bulk.body.data.map((one: { ok: boolean }) => one.ok)).toEqual([true, false])
})

test('a key for one inbox writes from it alone, and sets nothing up whatever its agent may', async () => {
  const [mine, theirs] = [await t.make.inbox(), await t.make.inbox()]
  const headers = await keyFor({ inbox_ids: [mine.id] })
  const start = (inbox_id: number) =>
    send(headers, 'POST', '/api/v1/conversations', {
      inbox_id,
      contact_email: 'scoped@customer.test',
      first_name: 'Scope',
      subject: 'Hello',
      content: '<p>Hello</p>',
    })
  expect((await start(mine.id)).status).toBe(200)
  expect(await start(theirs.id)).toMatchObject({ status: 400, body: { errors: [{ path: 'inbox_id' }] } })
  for (const [name, e] of allEndpoints) {
    if (e.method !== 'GET' || !e.access.endsWith(':manage') || e.access === 'view:manage') continue
    const reply = await send(headers, 'GET', e.path.replaceAll(/:\w+/g, '1'))
    expect([name, reply.status]).toEqual([name, 403])
  }
  const { id } = await t.make.agent()
  expect((await send(headers, 'POST', `/api/v1/agents/${id}/api-key`, {})).status).toBe(403)
})

test('what a key may is said of its agent, goes with the key, and refused when it cannot be', async () => {
  const inbox = await t.make.inbox()
  const { id } = await t.make.agent()
  const path = `/api/v1/agents/${id}/api-key`
  const shown = async () => (await admin.get(`/api/v1/agents/${id}`)).body.data
  for (const [body, field] of [
    [{ inbox_ids: [] }, 'inbox_ids'],
    [{ inbox_ids: [999_999] }, 'inbox_ids'],
    [{ read_only: 'yes' }, 'read_only'],
  ] as const)
    expect(await admin.post(path, body)).toMatchObject({ status: 400, body: { errors: [{ path: field }] } })
  expect(await shown()).toMatchObject({ api_key: null, api_key_read_only: false })

  await admin.post(path, { read_only: true, inbox_ids: [inbox.id] })
  expect(await shown()).toMatchObject({ api_key_read_only: true, api_key_inbox_ids: [inbox.id] })
  await admin.post(path)
  expect(await shown()).toMatchObject({ api_key_read_only: false, api_key_inbox_ids: null })
  await admin.post(path, { read_only: true })
  await admin.del(path)
  expect(await shown()).toMatchObject({ api_key: null, api_key_read_only: false })
})
