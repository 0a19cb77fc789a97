import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiSession, editableObjects } from '../testing/editable-objects.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
let admin: ApiSession
beforeAll(async () => {
  const network = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
  t = await startTestApp({ webhook_reach: network, ai_reach: network })
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const make = async (name: string) => (await editableObjects[name]?.make(t, admin)) ?? ''

test.each([
  '/api/v1/conversations/all',
  '/api/v1/conversations/assigned',
  '/api/v1/contacts',
  '/api/v1/activity-logs',
  '/api/v1/email/deliveries',
])('%s rejects a page that is too large, naming the field', async (path) => {
  expect(await admin.get(`${path}?page_size=101`)).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'page_size', message: 'A page can have at most 100 rows' }] },
  })
  expect(await admin.get(`${path}?page_size=100`)).toMatchObject({ status: 200 })
})

test('messages have at most 100 rows per page, even if more are requested', async () => {
  const { uuid } = await t.make.conversation()
  const { status, body } = await admin.get(`/api/v1/conversations/${uuid}/messages?page=1&page_size=500`)
  expect([status, body.data.per_page]).toEqual([200, 100])
})

test.each([
  ['updateTeam', 'name'],
  ['updateRole', 'name'],
  ['updateTag', 'name'],
  ['updateStatus', 'name'],
  ['updateAgent', 'email'],
  ['updateInbox', 'from'],
  ['updateOidcProvider', 'name'],
  ['updateAiProvider', 'name'],
  ['updateAiPrompt', 'title'],
])('%s returns 409 for a duplicate and names the field %s', async (name, field) => {
  const [one, other] = [await make(name), await make(name)]
  const existingValue = (await admin.get(other)).body.data[field]
  expect(await admin.put(one, { [field]: existingValue })).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException', errors: [{ path: field }] },
  })
})

test('a taken attribute key or contact address is a 409 at its field', async () => {
  const attribute = (await admin.get(await make('updateCustomAttribute'))).body.data
  expect(await admin.post('/api/v1/custom-attributes', { ...attribute, name: 'Twin' })).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'key' }] },
  })
  const [one, other] = [await make('updateContact'), await make('updateContact')]
  const address = (await admin.get(other)).body.data.email
  expect(await admin.post(`${one}/addresses`, { address })).toMatchObject({
    status: 409,
    body: { errors: [{ path: 'address' }] },
  })
})

test.each(['/api/v1/conversations', '/api/v1/held-sends'])(
  'an error of %s names fields as they were sent',
  async (path) => {
    const { id: inbox_id } = await t.make.inbox()
    const body = {
      ...{ inbox_id, initiator: 'agent', contact_email: 'grace@navy.test', first_name: 'Grace' },
      ...{ subject: 'Hello', content: '<p>Hello</p>', undo_seconds: 10 },
    }
    for (const [field, value] of [
      ['agent_id', 999_999],
      ['team_id', 999_999],
      ['content', '<p> </p>'],
    ] as const)
      expect(await admin.post(path, { ...body, [field]: value })).toMatchObject({
        status: 400,
        body: { errors: [{ path: field }] },
      })
  },
)

test('a number that must be greater than another is rejected with a message that says so', async () => {
  const { uuid } = await t.make.conversation()
  expect(await admin.put(`/api/v1/conversations/${uuid}/assignee/user`, { assignee_id: 0 })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'assignee_id', message: 'This must be more than 0' }] },
  })
})

test('a single tag, status and view can be read by id', async () => {
  for (const name of ['updateTag', 'updateStatus', 'updateView']) {
    const path = await make(name)
    const id = Number(path.split('/').at(-1))
    expect(await admin.get(path)).toMatchObject({ status: 200, body: { data: { id } } })
    expect(await admin.get(path.replace(/\d+$/, '999999'))).toMatchObject({ status: 404 })
  }
  const other = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  expect(await other.get(await make('updateView'))).toMatchObject({ status: 404 })
})

const send = (url: string, payload: string | undefined, type: string, method: 'POST' | 'PUT' = 'POST') =>
  t.app.inject({
    method,
    url,
    ...(payload !== undefined && { payload }),
    headers: {
      'content-type': type,
      cookie: `parley_session=${admin.token}; csrf_token=c`,
      'x-csrftoken': 'c',
    },
  })

test('JSON content types and forms are parsed; other bodies are rejected with 415, and an empty one counts as none', async () => {
  const name = () => `tag ${randomUUID()}`
  for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json', 'text/json'])
    expect((await send('/api/v1/tags', JSON.stringify({ name: name() }), type)).statusCode).toBe(200)
  const form = 'application/x-www-form-urlencoded'
  expect((await send('/api/v1/tags', `name=${name()}`, form)).statusCode).toBe(200)
  const team = await send(
    '/api/v1/teams',
    'name=By+form&max_auto_assigned_conversations=7&conversation_assignment_type=Manual',
    form,
  )
  expect(team.json().data).toMatchObject({ name: 'By form', max_auto_assigned_conversations: 7 })

  for (const type of ['text/plain', 'application/xml', 'application/octet-stream'])
    expect((await send('/api/v1/tags', 'name', type)).statusCode).toBe(415)
  const inbox = await make('updateInbox')
  for (const type of ['text/plain', 'application/xml', form])
    expect((await send(`${inbox}/toggle`, '', type, 'PUT')).statusCode).toBe(200)
})

test('a form on another site cannot sign anyone in', async () => {
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: 'email=a@b.test&password=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(statusCode).toBe(415)
})
