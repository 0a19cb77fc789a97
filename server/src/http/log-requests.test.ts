import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { subscribeToOperations } from '../telemetry/operation.ts'
import { startTestApp } from '../testing/test-app.ts'

async function startLoggingApp() {
  const lines: string[] = []
  const t = await startTestApp({ log: createLog('trace', { write: (line) => void lines.push(line) }) })
  onTestFinished(() => t.stop())
  return { t, lines, parsed: () => lines.map((line): Record<string, unknown> => JSON.parse(line)) }
}

test('the line of a request has its id once, as in the response, and the events it recorded', async () => {
  const { t, lines, parsed } = await startLoggingApp()
  const browser = await t.as(await t.make.agent({ permissions: ['tags:manage'] }))
  lines.length = 0
  const { headers } = await browser.post('/api/v1/tags?secret=1', { name: 'invoice' })
  const event = await t.db
    .selectFrom('events')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

  const [line] = parsed().filter(({ msg }) => msg === 'request')
  expect(line).toMatchObject({
    request_id: headers['x-request-id'],
    path: '/api/v1/tags',
    status: 200,
    event_ids: [event.id],
  })
  const text = lines.find((candidate) => candidate.includes('"msg":"request"')) ?? ''
  expect(text.match(/"request_id"/g)).toHaveLength(1)
  expect(text).not.toContain('secret')
})

test('what a request does belongs to it, also if its body arrives late', async () => {
  const { t, parsed } = await startLoggingApp()
  const { token } = await t.as(await t.make.agent({ permissions: ['tags:manage'] }))
  const started: string[] = []
  onTestFinished(
    subscribeToOperations({ onStart: ({ details }) => void started.push(details.kind), onEnd() {} }),
  )
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as AddressInfo // listens on TCP
  const outgoing = request({
    port,
    method: 'POST',
    path: '/api/v1/tags',
    headers: {
      'content-type': 'application/json',
      cookie: `parley_session=${token}; csrf_token=test`,
      'x-csrftoken': 'test',
    },
  })
  outgoing.flushHeaders()
  // The server authenticates before it reads the body.
  await expect.poll(() => started).toContain('query')
  outgoing.end('{"name":"invoice"}')
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  const line = () => parsed().find(({ msg }) => msg === 'request')
  await expect.poll(line).toMatchObject({
    request_id: response.headers['x-request-id'],
    event_ids: [expect.any(Number)],
  })
})

test('an internal error is logged with the id that the response names', async () => {
  const { t, parsed } = await startLoggingApp()
  const browser = await t.as(await t.make.agent({ permissions: ['tags:manage'] }))
  await t.pool.query('alter table tags rename to tags_away')
  const { status, body } = await browser.post('/api/v1/tags', { name: 'invoice' })
  await t.pool.query('alter table tags_away rename to tags')
  expect(status).toBe(500)
  const [line] = parsed().filter(({ err }) => err !== undefined)
  expect(line).toMatchObject({ request_id: body.request_id, err: { code: '42P01' } })
})

test('simultaneous requests keep their ids apart', async () => {
  const { t, lines, parsed } = await startLoggingApp()
  const browser = await t.as(await t.make.agent({ permissions: ['tags:manage'] }))
  lines.length = 0
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => browser.post('/api/v1/tags', { name: `tag ${n}` })),
  )
  const requests = parsed().filter(({ msg }) => msg === 'request')
  expect(new Set(requests.map(({ request_id }) => request_id))).toEqual(
    new Set(replies.map(({ headers }) => headers['x-request-id'])),
  )
  const event_ids = requests.flatMap((line) => line.event_ids as number[]) // ids of committed events
  expect(new Set(event_ids).size).toBe(10)
})
