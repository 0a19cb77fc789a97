import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { safeRedirectPath } from './pages/web-client.ts'
import { parseRangeHeader } from './requests/byte-range.ts'

let t: TestApp
let browser: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const postRaw = async (payload: string, type = 'application/json') =>
  t.app.inject({
    method: 'POST',
    url: '/api/v1/tags',
    payload,
    headers: {
      'content-type': type,
      cookie: `parley_session=${browser.token}; csrf_token=c`,
      'x-csrftoken': 'c',
    },
  })

test('every error has the same envelope, with a message and the request id', async () => {
  for (const [reply, status, error_type] of [
    [await t.app.inject('/api/v1/nothing'), 404, 'GeneralException'],
    [await t.app.inject('/api/v1/agents/me'), 401, 'GeneralException'],
    [await t.app.inject({ method: 'DELETE', url: '/api/v1/tags' }), 405, 'GeneralException'],
    [await postRaw('{"name":'), 400, 'InputException'],
    [await postRaw('"text"'), 400, 'InputException'],
    [await postRaw('null'), 400, 'InputException'],
    [await postRaw('name=x', 'text/plain'), 415, 'InputException'],
    [await postRaw('{"name":7}'), 400, 'InputException'],
    [
      await postRaw(`{"name":"deep","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      400,
      'InputException',
    ],
    [await postRaw('{"name":"a\\u0000b"}'), 400, 'InputException'],
    [await postRaw('{"name":"half \\ud83d an emoji"}'), 400, 'InputException'],
    [await postRaw('{"name":"x","half \\uDE00":[]}'), 400, 'InputException'],
    [await postRaw(JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) })), 413, 'GeneralException'],
  ] as const) {
    expect([reply.statusCode, reply.body]).toEqual([status, expect.any(String)])
    expect(reply.json()).toMatchObject({
      status: 'error',
      data: null,
      error_type,
      request_id: expect.any(String),
    })
    expect(reply.json().message).toMatch(/^\S.{8,}/)
  }
  expect((await postRaw('<name/>', 'application/xml')).json().message).toMatch(/^Send JSON/)
  expect((await t.app.inject({ method: 'DELETE', url: '/api/v1/tags' })).headers.allow).toBe('GET, POST')
  expect((await postRaw('{"name":7}')).json().errors).toMatchObject([{ path: 'name' }])
})

test('an escaped emoji and a backslash before "ud83d" are text', async () => {
  for (const [name, sent] of [
    ['Smile 😀', 'Smile \\ud83d\\ude00'],
    ['Path \\ud83d', 'Path \\\\ud83d'],
  ] as const)
    expect((await postRaw(`{"name":"${sent}"}`)).json().data).toMatchObject({ name })
})

test('an empty body with a JSON type, as older clients send, is treated as absent', async () => {
  const { id } = (await browser.post('/api/v1/tags', { name: 'gone' })).body.data
  const reply = await t.app.inject({
    method: 'DELETE',
    url: `/api/v1/tags/${id}`,
    payload: '',
    headers: {
      'content-type': 'application/json',
      cookie: `parley_session=${browser.token}; csrf_token=c`,
      'x-csrftoken': 'c',
    },
  })
  expect(reply.json()).toEqual({ status: 'success', data: true })
})

test('brackets inside a string do not count as nesting', async () => {
  const name = `${'[{'.repeat(40)} "\\`
  expect((await postRaw(JSON.stringify({ name }))).json().data).toMatchObject({ name })
})

test('unknown keys are ignored, including those that target the prototype', async () => {
  expect(
    (
      await postRaw(
        '{"name":"plain","admin":true,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      )
    ).statusCode,
  ).toBe(200)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('null on a non-nullable field is treated as absent, and required fields are still required', async () => {
  const c = await t.make.conversation()
  const note = {
    sender_type: null,
    message: 'Nulls',
    private: true,
    attachments: null,
    to: null,
    undo_seconds: null,
  }
  expect(await browser.post(`/api/v1/conversations/${c.uuid}/messages`, note)).toMatchObject({
    status: 200,
    body: { data: { text_content: 'Nulls', private: true, sender_type: 'agent' } },
  })
  const macro = { name: 'Nulls', actions: [], visibility: 'all', visible_when: ['replying'] }
  expect(
    await browser.post('/api/v1/macros', { ...macro, message_content: null, team_id: null }),
  ).toMatchObject({
    status: 200,
    body: { data: { message_content: '', team_id: null } },
  })
  const inbox = {
    name: 'Nulls',
    from: 'Nulls <nulls@acme.test>',
    config: { imap: [], smtp: [{ host: 'mail.acme.test', port: 25, username: null }] },
  }
  expect((await browser.post('/api/v1/inboxes', inbox)).body.data.config.smtp[0]).toMatchObject({
    username: '',
  })
  expect(await browser.post('/api/v1/macros', { ...macro, name: null })).toMatchObject({
    status: 400,
    body: { message: 'name: This is required', errors: [{ path: 'name' }] },
  })
  expect(await browser.post('/api/v1/macros', { ...macro, visible_when: [null] })).toMatchObject({
    status: 400,
  })
})

test('API responses are not cached, and pages have strict security headers', async () => {
  const reply = await t.app.inject('/api/v1/config')
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
})

test('requests with the same idempotency key act once, whether sequential or concurrent', async () => {
  const c = await t.make.conversation()
  const send = (message: string, key: string) =>
    browser.post(
      `/api/v1/conversations/${c.uuid}/messages`,
      { message, private: true },
      { 'idempotency-key': key },
    )
  const [first, repeated] = [await send('<p>one</p>', 'a'), await send('<p>one</p>', 'a')]
  expect(first.status).toBe(200)
  expect(repeated.body).toEqual(first.body)
  const concurrent = await Promise.all([1, 2, 3, 4].map(() => send('<p>two</p>', 'b')))
  expect(new Set(concurrent.map((reply) => reply.body.data.uuid)).size).toBe(1)
  const notes = await t.db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', c.id)
    .where('type', '=', 'outgoing')
    .execute()
  expect(notes).toHaveLength(2)

  expect(await send('<p>other</p>', 'a')).toMatchObject({
    status: 409,
    body: { error_type: 'ConflictException' },
  })
  expect((await browser.post('/api/v1/tags', { name: 'x' }, { 'idempotency-key': 'a' })).status).toBe(409)
  const other = await t.as(await t.make.agent())
  expect(
    (
      await other.post(
        `/api/v1/conversations/${c.uuid}/messages`,
        { message: '<p>mine</p>', private: true },
        { 'idempotency-key': 'a' },
      )
    ).status,
    'keys belong to one agent',
  ).toBe(200)
  expect((await send('<p>long</p>', 'k'.repeat(201))).status).toBe(400)
})

test('a failed call releases its idempotency key', async () => {
  const c = await t.make.conversation()
  const send = (message: string) =>
    browser.post(
      `/api/v1/conversations/${c.uuid}/messages`,
      { message, private: true },
      { 'idempotency-key': 'retry' },
    )
  expect((await send('')).status).toBe(400)
  expect((await send('<p>now</p>')).status).toBe(200)
})

test.each([
  [undefined, '/inboxes/assigned'],
  ['', '/inboxes/assigned'],
  ['/', '/inboxes/assigned'],
  ['/inboxes/all?x=1', '/inboxes/all?x=1'],
  ['//evil.test', '/inboxes/assigned'],
  ['/\\evil.test', '/inboxes/assigned'],
  ['https://evil.test', '/inboxes/assigned'],
  ['javascript:alert(1)', '/inboxes/assigned'],
  ['/a\nb', '/inboxes/assigned'],
])('after signing in, next=%j leads to %s', (next, path) => {
  expect(safeRedirectPath(next)).toBe(path)
})

test.each([
  [undefined, null],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=5-', { start: 5, end: 9 }],
  ['bytes=-20', { start: 0, end: 9 }],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=10-', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=3-2', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
])('the range %s of ten bytes is %j', (header, range) => {
  expect(parseRangeHeader(header, 10)).toEqual(range)
})

test.each([
  ['POST', '/api/v1/tags', {}, 'name: This is required'],
  ['POST', '/api/v1/tags', { name: 7 }, 'name: This must be a text'],
  ['POST', '/api/v1/tags', { name: 'x'.repeat(141) }, 'name: This can have at most 140 characters'],
  [
    'PUT',
    '/api/v1/agents/me/availability',
    { status: 'gone' },
    'status: This must be one of online, away, away_manual, away_and_reassigning, offline',
  ],
  ['PUT', '/api/v1/conversations/7/last-seen', undefined, 'uuid: This isn’t a valid id'],
] as const)(
  'an invalid value is rejected with a readable message: %s %s %j',
  async (method, path, body, message) => {
    const call = method === 'POST' ? browser.post : browser.put
    expect(await call(path, body)).toMatchObject({
      status: 400,
      body: { error_type: 'InputException', message, errors: [{ path: message.split(':')[0] }] },
    })
  },
)

test.each([
  '/assets/../../../package.json',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/index.html',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%00/etc/passwd',
  '/assets//etc/passwd',
  '/uploads/..%2f..%2fsecret.key',
  '/uploads/thumb_..%2f..%2fsecret.key',
  '/api/v1/lang/..%2f..%2f..%2fpackage',
])('%s cannot reach a file outside the served folder', async (url) => {
  const { token } = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const reply = await t.app.inject({ url, cookies: { parley_session: token } })
  expect(reply.body).not.toMatch(/"workspaces"|root:|<!doctype/i)
  // The texts of an unknown language are the English ones.
  if (!url.includes('/lang/')) expect([400, 404]).toContain(reply.statusCode)
})
