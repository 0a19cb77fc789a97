import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoint } from '@parley/contract/shared/endpoint'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { installCatalogue } from '../lib/i18n.ts'
import { ApiError } from './api-error.ts'
import { call, readJson } from './call.ts'

// A real server on loopback; the two stubbed globals stand in for the browser's.
let server: Server
let respond: (request: IncomingMessage, response: ServerResponse) => void
const requests: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string }[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    requests.push({ method: request.method, url: request.url, headers: request.headers, body })
    respond(request, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  // a listening TCP server has an AddressInfo
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${port}` })
  vi.stubGlobal('document', { cookie: '', documentElement: {} })
  await installCatalogue('en', {
    'error.no_response': 'no response',
    'error.request_setup': 'setup',
    'error.unknown': 'unknown',
    'error.unexpected_answer': 'unexpected',
  })
})
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})
beforeEach(() => {
  requests.length = 0
  // biome-ignore lint/suspicious/noDocumentCookie: the stub is a plain object
  document.cookie = 'theme=dark; csrf_token=aGVsbG8=; x=y'
})

const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const rename = endpoint({
  method: 'PUT',
  path: '/api/v1/tags/:id',
  access: 'tags:manage',
  summary: 'Rename',
  tag: 'tags',
  params: z.object({ id: z.coerce.number<string | number>() }),
  body: z.object({ name: z.string() }),
  response: z.object({ id: z.int(), name: z.string() }),
})
const renameTag = () => call(rename, { params: { id: 7 }, body: { name: 'refund' } })
const failureOf = (result: Promise<unknown>) => result.then(() => null).catch((error: unknown) => error)

test('the envelope’s data is returned and the CSRF cookie is sent byte for byte', async () => {
  respond = json(200, { status: 'success', data: { id: 7, name: 'refund' } })
  expect(await renameTag()).toEqual({ id: 7, name: 'refund' })
  expect(requests[0]).toMatchObject({ method: 'PUT', url: '/api/v1/tags/7', body: '{"name":"refund"}' })
  expect(requests[0]?.headers).toMatchObject({
    'x-csrftoken': 'aGVsbG8=',
    'content-type': 'application/json',
  })
})

test('files are sent as multipart with the runtime’s boundary', async () => {
  respond = json(200, { data: { id: 7, name: 'x' } })
  const body = new FormData()
  body.append('files', new Blob(['abc']), 'a.txt')
  await call(rename, { params: { id: 7 }, body })
  expect(requests[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(requests[0]?.body).toContain('filename="a.txt"')
})

test('an idempotency key is sent as a header', async () => {
  respond = json(200, { data: { id: 7, name: 'x' } })
  await call(rename, { params: { id: 7 }, body: { name: 'x' }, idempotency_key: 'k1' })
  expect(requests[0]?.headers['idempotency-key']).toBe('k1')
})

test('an error keeps the server’s message, fields and request id', async () => {
  respond = json(400, {
    status: 'error',
    message: 'name: This cannot be empty',
    error_type: 'InputException',
    errors: [{ path: 'name', message: 'This cannot be empty' }],
    request_id: 'r9',
  })
  const error = await failureOf(renameTag())
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 400,
    error_type: 'InputException',
    message: 'name: This cannot be empty',
    errors: [{ path: 'name' }],
    request_id: 'r9',
  })
})

test('a proxy’s error page becomes an unknown error with its status', async () => {
  respond = (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>')
  expect(await failureOf(renameTag())).toMatchObject({ status: 502, message: 'unknown' })
})

test('a broken connection becomes a "no response" error', async () => {
  respond = (request) => request.socket.destroy()
  expect(await failureOf(renameTag())).toMatchObject({ status: 0, message: 'no response' })
})

test('a request that cannot be built is never sent', async () => {
  expect(await failureOf(call(rename, { body: { name: 'x' } }))).toMatchObject({
    status: 0,
    message: 'setup',
  })
  expect(requests).toEqual([])
})

test('a response that violates the contract is rejected', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  respond = json(200, { data: { id: 'seven' } })
  expect(await failureOf(renameTag())).toMatchObject({ status: 200, message: 'unexpected' })
  expect(log.mock.calls[0]?.[0]).toContain('/api/v1/tags/:id')
  log.mockRestore()
})

test('an aborted call throws the abort, not an API error', async () => {
  const control = new AbortController()
  respond = () => control.abort()
  const error = await failureOf(
    call(rename, { params: { id: 7 }, body: { name: 'x' }, signal: control.signal }),
  )
  expect(error).not.toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ name: 'AbortError' })
})

test('the catalogue is read without an envelope', async () => {
  respond = json(200, { 'ui.close': 'Close' })
  expect(await readJson('/api/v1/lang/en', z.record(z.string(), z.string()))).toEqual({ 'ui.close': 'Close' })
})

test('a request that began before the code had loaded is not sent again, and serves once', async () => {
  respond = json(200, { greeting: 'Hello' })
  const Texts = z.record(z.string(), z.string())
  vi.stubGlobal('earlyResponses', new Map([['/api/v1/lang/en', fetch(`${location.origin}/early`)]]))
  expect(await readJson('/api/v1/lang/en', Texts)).toEqual({ greeting: 'Hello' })
  expect(requests.map(({ url }) => url)).toEqual(['/early'])
  await readJson('/api/v1/lang/en', Texts)
  expect(requests.map(({ url }) => url)).toEqual(['/early', '/api/v1/lang/en'])
})

test('a request that began before and failed is reported like any other', async () => {
  vi.stubGlobal('earlyResponses', new Map([['/api/v1/lang/en', Promise.reject(new TypeError('offline'))]]))
  expect(await failureOf(readJson('/api/v1/lang/en', z.unknown()))).toMatchObject({ status: 0 })
})
