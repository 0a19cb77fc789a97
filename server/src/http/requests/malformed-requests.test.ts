import { allEndpoints } from '@parley/contract/all-endpoints'
import { buildExample } from '@parley/contract/openapi/build-example'
import { permissions } from '@parley/contract/roles/permissions'
import type { Endpoint } from '@parley/contract/shared/endpoint'
import type { ErrorBody } from '@parley/contract/shared/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { documentedStatuses } from '../../testing/permission-matrix/documented-statuses.ts'
import { type MatrixCase, matrixCases } from '../../testing/permission-matrix/matrix-cases.ts'
import { createMatrixFixtures, type MatrixFixtures } from '../../testing/permission-matrix/matrix-fixtures.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
let w: MatrixFixtures
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  w = createMatrixFixtures(t)
  admin = await t.as(await t.make.agent({ permissions }))
})
afterAll(() => t.stop())

type Json = {
  type?: string | string[]
  properties?: Record<string, Json>
  items?: Json
  anyOf?: Json[]
  oneOf?: Json[]
  allOf?: Json[]
}
type Path = (string | number)[]

/** A place where a number is parsed. */
function numbersIn(json: Json, path: Path = []): Path[] {
  const isNumber = [json.type].flat().some((type) => type === 'integer' || type === 'number')
  const parts = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])]
  return [
    ...(isNumber ? [path] : []),
    ...Object.entries(json.properties ?? {}).flatMap(([key, value]) => numbersIn(value, [...path, key])),
    ...(json.items ? numbersIn(json.items, [...path, 0]) : []),
    ...parts.flatMap((part) => numbersIn(part, path)),
  ]
}

function setAt(container: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof key === 'number')
    return [setAt(Array.isArray(container) ? container[0] : undefined, rest, value)]
  const object = (container ?? {}) as Record<string, unknown> // an object where a key is set
  return { ...object, [key]: setAt(object[key], rest, value) }
}

const shapeOf = (schema: z.ZodType): Json =>
  schema instanceof z.ZodUndefined
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json) // zod's own type has the same keys

/** One more than int4 holds, the largest exact double, and one more than int8 holds. */
const extremes = [2 ** 31, Number.MAX_SAFE_INTEGER, 2 ** 63]

const sampleQuery = async ({ query }: MatrixCase) =>
  new URLSearchParams(typeof query === 'function' ? await query(w) : query)
const sampleBody = async ({ body }: MatrixCase) => (typeof body === 'function' ? await body(w) : body)

async function send(
  e: Endpoint,
  params: Record<string, string | number>,
  query: URLSearchParams,
  body: unknown,
) {
  // A new agent each time: an agent may make only 300 changes per minute.
  const { token } = e.method === 'GET' ? admin : await t.as(await t.make.agent({ permissions }))
  const path = e.path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const reply = await t.app.inject({
    method: e.method,
    url: `${path}?${query}`,
    headers: { cookie: `parley_session=${token}; csrf_token=c`, 'x-csrftoken': 'c' },
    ...(body !== undefined && { payload: body as object }),
  })
  expect(documentedStatuses(e), `${e.method} ${e.path}: ${reply.body}`).toContain(reply.statusCode)
  return reply
}

const expectAnswered = (where: string, value: unknown, reply: Awaited<ReturnType<typeof send>>) => {
  expect([where, value, reply.statusCode, reply.statusCode < 500 ? '' : reply.body]).toEqual([
    where,
    value,
    expect.any(Number),
    '',
  ])
}

test('a number in a query that is too large gets a readable error', async () => {
  let fields = 0
  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name] ?? {}
    for (const path of numbersIn(shapeOf(e.query))) {
      fields++
      const params = (await sample.object?.(w, { id: t.system.id })) ?? {}
      for (const value of [...extremes.map((n) => BigInt(n).toString()), '-2147483649']) {
        const query = await sampleQuery(sample)
        query.set(String(path[0]), value)
        expectAnswered(`${name}.${path}`, value, await send(e, params, query, undefined))
      }
    }
  }
  expect(fields).toBeGreaterThan(50)
}, 120_000)

test('a number in a path that is too large gets a readable error', async () => {
  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name] ?? {}
    if (!/:(id|\w+_id)\b/.test(e.path)) continue
    const params = sample.missing ?? {}
    for (const value of ['2147483648', '9007199254740991', '9223372036854775808']) {
      const numbers = Object.fromEntries(
        Object.entries(params).map(([key, one]) => [key, typeof one === 'number' ? value : one]),
      )
      expectAnswered(name, value, await send(e, numbers, await sampleQuery(sample), await sampleBody(sample)))
    }
  }
}, 120_000)

test('a number in a body that is too large gets a readable error', async () => {
  let fields = 0
  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name] ?? {}
    if (e.access === 'public') continue
    for (const path of numbersIn(shapeOf(e.body))) {
      fields++
      const params = (await sample.object?.(w, await t.make.agent({ permissions }))) ?? {}
      for (const value of extremes) {
        const sampleInput = {
          ...(buildExample(e.body, 'input', e.tag) as object),
          ...(await sampleBody(sample)),
        }
        expectAnswered(
          `${name}.${path.join('.')}`,
          value,
          await send(e, params, new URLSearchParams(), setAt(sampleInput, path, value)),
        )
      }
    }
  }
  expect(fields).toBeGreaterThan(40)
}, 120_000)

test('an empty number in a query counts as absent', async () => {
  const period = 'from=2026-03-01&to=2026-03-31'
  for (const url of [
    '/api/v1/email/deliveries?inbox_id=&state=&page=&page_size=',
    `/api/v1/reports/summary?${period}&inbox_id=&team_id=&agent_id=&tag_id=&compare=`,
    `/api/v1/reports/conversations?${period}&measure=new&min_seconds=&max_seconds=&weekday=&hour=&rating=&page_size=&since=`,
    '/api/v1/reports/overview/counts?inbox_id=',
    '/api/v1/reports/overview/charts?days=',
    '/api/v1/search/conversations?query=somebody&page_size=',
  ]) {
    const blank = await admin.get(url)
    expect([url, blank.status, blank.body.message]).toEqual([url, 200, undefined])
    const without = await admin.get(url.replaceAll(/&?\b\w+=(?=&|$)/g, '').replace('?&', '?'))
    expect([url, blank.body.data]).toEqual([url, without.body.data])
  }
})

test('numbers must be written in digits', async () => {
  for (const written of ['0x1', '1e0', ' 1', '1 ', '+1', '1.0', '1.5', 'one', '١', '0b1', 'Infinity']) {
    const value = encodeURIComponent(written)
    for (const url of [
      `/api/v1/email/deliveries?inbox_id=${value}`,
      `/api/v1/reports/overview/charts?days=${value}`,
      `/api/v1/tags/${value}`,
    ]) {
      const reply = url.includes('/tags/') ? await admin.del(url) : await admin.get(url)
      expect([url, reply.status, reply.body.error_type]).toEqual([url, 400, 'InputException'])
      expect(reply.body.message).toMatch(/whole number/)
    }
  }
})

test("an unreadable form is the client's error, not the server's", async () => {
  const address = await t.app.listen({ host: '127.0.0.1', port: 0 })
  const upload = async (type: string, body: string) => {
    const { token } = await t.as(await t.make.agent({ permissions }))
    const headers = {
      cookie: `parley_session=${token}; csrf_token=c`,
      'x-csrftoken': 'c',
      'content-type': type,
    }
    const reply = await fetch(`${address}/api/v1/media`, { method: 'POST', headers, body })
    const { error_type, message } = (await reply.json()) as Partial<ErrorBody>
    return [reply.status, error_type, message]
  }
  const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhello'
  const unreadable = [
    400,
    'InputException',
    'The form couldn’t be read. Send all of it, with its boundary in the Content-Type header',
  ]
  expect(await upload('multipart/form-data', `${part}\r\n--b--\r\n`)).toEqual(unreadable)
  expect(await upload('multipart/form-data; boundary=b', part)).toEqual(unreadable)
  for (const [boundary, payload] of [
    ['', `${part}\r\n--b--\r\n`],
    ['b'.repeat(300), part],
    ['other', `${part}\r\n--b--\r\n`],
    ['b', '--b'],
    ['b', ''],
  ] as const)
    expect([
      boundary,
      payload,
      ...(await upload(`multipart/form-data; boundary=${boundary}`, payload)),
    ]).toMatchObject([...[boundary, payload, 400, 'InputException'], expect.any(String)])
  expect((await upload('multipart/form-data; boundary=b', `${part}\r\n--b--`))[0]).toBe(200)
})

test('every call documents its response to an invalid key, a body that is not JSON, and unknown ids', async () => {
  const unknownUuid = '00000000-0000-4000-8000-000000000000'
  for (const [name, e] of allEndpoints) {
    const path = e.path.replaceAll(/:(\w+)/g, (_, key) => (key.endsWith('uuid') ? unknownUuid : '1'))
    const unknown = { method: e.method, url: path, headers: { authorization: 'Bearer none:none' } }
    const refused = await t.app.inject(unknown)
    expect(documentedStatuses(e), `${name}: ${refused.body}`).toContain(refused.statusCode)
    if (e.method === 'GET') continue
    const { token } = await t.as(await t.make.agent({ permissions }))
    const broken = await t.app.inject({
      method: e.method,
      url: path,
      headers: {
        cookie: `parley_session=${token}; csrf_token=c`,
        'x-csrftoken': 'c',
        'content-type': 'application/json',
      },
      payload: '{"name":',
    })
    expect(documentedStatuses(e), `${name}: ${broken.body}`).toContain(broken.statusCode)
  }
}, 120_000)
