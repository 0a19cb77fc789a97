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

/** The response to these bytes, until the server or this request closes the connection. */
async function send(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  // Bytes the server did not wait for may cause a reset after the response.
  socket.on('error', () => {})
  socket.write(bytes.replace('COOKIE', cookie))
  await once(socket, 'close')
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((requestText) => [
      requestText.slice(0, requestText.indexOf(':')).toLowerCase(),
      requestText.slice(requestText.indexOf(':') + 2),
    ]),
  )
  return { status: Number(status.split(' ')[1]), headers, body: JSON.parse(body || 'null') }
}

const requestText = (request: string, more = '') =>
  `${request} HTTP/1.1\r\nHost: desk.parley.test\r\nConnection: close\r\nCookie: csrf_token=c; COOKIE\r\nX-CSRFTOKEN: c\r\n${more}\r\n`

test.each([
  ['a path with a bad escape', 400, requestText('GET /api/v1/tags/%zz')],
  ['a path that is not UTF-8', 400, requestText('GET /api/v1/contacts/1/addresses/%ff')],
  ['a bad escape on a page', 400, requestText('GET /%')],
  ['a path parameter that is too long', 414, requestText(`GET /api/v1/conversations/${'x'.repeat(600)}`)],
  ['the same on an unknown path', 414, requestText(`PUT /api/v1/tags/${'x'.repeat(600)}`)],
  ['headers that are too long', 431, requestText('GET /api/v1/tags', `X-Long: ${'x'.repeat(20_000)}\r\n`)],
  ['a URL that is too long', 431, requestText(`GET /api/v1/tags?${'x'.repeat(20_000)}`)],
  ['an HTTP method that this server does not support', 404, requestText('PROPFIND /api/v1/nothing')],
  ['a method that the path does not support', 405, requestText('TRACE /api/v1/tags')],
  ['a method of another path', 405, requestText('PATCH /api/v1/tags/1')],
  ['a method that HTTP does not have', 400, requestText('FETCH /api/v1/tags')],
  ['a header without a colon', 400, requestText('GET /api/v1/tags', 'nonsense\r\n')],
  ['something that is not HTTP', 400, '\u0016\u0003\u0001 hello\r\n\r\n'],
  ['an invalid length', 400, requestText('POST /api/v1/tags', 'Content-Length: ten\r\n')],
])('%s is rejected in the envelope', async (_, status, bytes) => {
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

test('every response has a request id', async () => {
  const admin = await t.as(await t.make.agent({ permissions }))
  const requestIds = [
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
  for (const requestId of requestIds) expect(requestId).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(requestIds).size).toBe(requestIds.length)
})
