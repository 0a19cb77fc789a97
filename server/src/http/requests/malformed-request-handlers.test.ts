import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { permissions } from '@parley/contract/roles/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let port: number
let cookie: string
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  port = (t.app.server.address() as AddressInfo).port // it listens on a port, not on a pipe
  cookie = `parley_session=${(await t.as(await t.make.agent({ permissions }))).token}`
})
afterAll(() => t.stop())

/** What comes back for these bytes, until the server or this request closes the connection. */
async function send(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // Bytes that the server did not wait for may be answered with a reset, after the answer.
  socket.on('error', () => {})
  socket.write(bytes.replace('COOKIE', cookie))
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  )
  return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body || 'null') }
}

const line = (request: string, more = '') =>
  `${request} HTTP/1.1\r\nHost: desk.parley.test\r\nConnection: close\r\nCookie: csrf_token=c; COOKIE\r\nX-CSRFTOKEN: c\r\n${more}\r\n`

test.each([
  ['a path with a bad escape', 400, line('GET /api/v1/tags/%zz')],
  ['a path that is not UTF-8', 400, line('GET /api/v1/contacts/1/addresses/%ff')],
  ['a bad escape on a page', 400, line('GET /%')],
  ['a part of a path that is too long', 414, line(`GET /api/v1/conversations/${'x'.repeat(600)}`)],
  ['the same where nothing is', 414, line(`PUT /api/v1/tags/${'x'.repeat(600)}`)],
  ['headers that are too long', 431, line('GET /api/v1/tags', `X-Long: ${'x'.repeat(20_000)}\r\n`)],
  ['an address that is too long', 431, line(`GET /api/v1/tags?${'x'.repeat(20_000)}`)],
  ['a method that HTTP has and this server has not', 404, line('PROPFIND /api/v1/nothing')],
  ['a method that a path does not take', 405, line('TRACE /api/v1/tags')],
  ['a method of another path', 405, line('PATCH /api/v1/tags/1')],
  ['a method that HTTP has not', 400, line('FETCH /api/v1/tags')],
  ['a header without a colon', 400, line('GET /api/v1/tags', 'nonsense\r\n')],
  ['no HTTP at all', 400, '\u0016\u0003\u0001 hello\r\n\r\n'],
  ['a length that is none', 400, line('POST /api/v1/tags', 'Content-Length: ten\r\n')],
])('%s is refused in the envelope', async (_, status, bytes) => {
  const reply = await send(bytes)
  expect(reply).toMatchObject({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: { status: 'error', data: null, error_type: expect.stringMatching(/^(Input|General)Exception$/) },
  })
  expect(reply.body.message).toMatch(/^\S.{8,}/)
  expect(reply.body.request_id).toMatch(/^[\da-f-]{36}$/)
  expect(reply.headers['x-request-id']).toBe(reply.body.request_id)
  if (status === 405) expect(reply.headers.allow).toBeTruthy()
})

test('every answer has the number of its request', async () => {
  const admin = await t.as(await t.make.agent({ permissions }))
  const numbers = [
    await admin.get('/api/v1/tags'),
    await admin.get('/api/v1/tags?x=1'),
    await admin.post('/api/v1/tags', { name: '' }),
    await admin.get('/api/v1/nothing'),
    await t.send({ url: '/api/v1/tags' }),
    await t.send({ url: '/health' }),
    await t.send({ url: '/api/openapi.json' }),
    await t.send({ url: '/', headers: { accept: 'text/html' } }),
    await t.send({ url: '/inboxes/all' }),
    await t.send({ method: 'HEAD', url: '/health' }),
    await t.send({ url: '/../../etc/passwd' }),
  ].map(({ headers, body }) => {
    if (body?.request_id) expect(headers['x-request-id']).toBe(body.request_id)
    return headers['x-request-id']
  })
  for (const number of numbers) expect(number).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(numbers).size).toBe(numbers.length)
})
