import { allEndpoints } from '@parley/contract/all-endpoints'
import { webhookPayloads } from '@parley/contract/webhooks/webhooks'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { beforeAll, expect, test } from 'vitest'
import { offlineDocument } from './offline-document.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is inspected at many depths
let document: any
beforeAll(async () => {
  document = await offlineDocument('test')
})

/** Each object of the document that `pick` accepts, with its path. */
function findAll(pick: (partial: Record<string, unknown>) => boolean): [string, Record<string, unknown>][] {
  const walk = (partial: unknown, path: string): [string, Record<string, unknown>][] => {
    if (typeof partial !== 'object' || partial === null) return []
    const object = partial as Record<string, unknown> // it may be a list, which has none of the searched keys
    return [
      ...(pick(object) ? ([[path, object]] as [string, Record<string, unknown>][]) : []),
      ...Object.entries(object).flatMap(([key, value]) =>
        key === 'example' || key === 'examples' ? [] : walk(value, `${path}/${key}`),
      ),
    ]
  }
  return walk(document, '')
}

const operationOf = (name: string) => {
  const e = allEndpoints.get(name)
  if (!e) throw new Error(name)
  return document.paths[e.path.replaceAll(/:(\w+)/g, '{$1}')][e.method.toLowerCase()]
}
const statusesOf = (name: string) => Object.keys(operationOf(name).responses)

test('errors have one schema, which every error response refers to', () => {
  for (const [name, { content }] of Object.entries<{ content: Record<string, { schema: object }> }>(
    document.components.responses,
  ))
    expect([name, content['application/json']?.schema]).toEqual([
      name,
      { $ref: '#/components/schemas/ErrorBody' },
    ])
  const copies = findAll(({ properties }) => Boolean(properties && Object.hasOwn(properties, 'error_type')))
  expect(copies.map(([path]) => path)).toEqual(['/components/schemas/ErrorBody'])
})

test('every pattern means the same with and without the u flag, and uses no property classes', () => {
  const patterns = findAll(({ pattern }) => typeof pattern === 'string')
  expect(patterns.length).toBeGreaterThan(50)
  for (const [path, { pattern }] of patterns) {
    expect(pattern, path).not.toMatch(/\\[pP]\{|\\u\{|\(\?[<!=]|\[\^?\]|--|&&/)
    for (const flags of ['', 'u'])
      expect(() => new RegExp(String(pattern), flags), `${path} ${flags}`).not.toThrow()
  }
})

test('every email address in a request is marked as one', () => {
  const addresses = findAll(({ format }) => format === 'email')
  const body = operationOf('createAgent')
    .requestBody.content['application/json'].schema.$ref.split('/')
    .at(-1)
  expect(document.components.schemas[body].properties.email).toEqual({
    type: 'string',
    format: 'email',
    maxLength: 320,
  })
  expect(addresses.length).toBeGreaterThan(10)
})

test('pages and sorts describe their values', () => {
  const queries = Object.values<
    Record<string, { parameters?: { name: string; in: string; schema: object }[] }>
  >(document.paths)
    .flatMap((operations) => Object.values(operations))
    .flatMap(({ parameters = [] }) => parameters.filter((one) => one.in === 'query'))
  for (const { name, schema } of queries) {
    if (name === 'page' || name === 'page_size')
      expect(schema).toMatchObject({ type: 'integer', minimum: 1, maximum: expect.any(Number) })
    if (name === 'order') expect(schema).toEqual({ type: 'string', enum: ['asc', 'desc'] })
    if (name === 'order_by')
      expect(schema).toMatchObject({ type: 'string', enum: expect.arrayContaining(['created_at']) })
  }
  expect(queries.filter(({ name }) => name === 'order_by').length).toBeGreaterThan(5)
})

test('a partly applied macro returns 207, with a message beside its data', () => {
  const { 200: complete, 207: partial } = operationOf('applyMacro').responses
  for (const answer of [complete, partial])
    expect(answer.content['application/json'].schema).toMatchObject({
      properties: { message: { type: 'string' }, data: { $ref: '#/components/schemas/MacroApplied' } },
      required: ['status', 'data', 'message'],
    })
})

test('a server that is down responds in the same shape', () => {
  const { 200: ready, 503: down } = operationOf('getReadiness').responses
  expect(down.content).toEqual(ready.content)
  expect(down.headers).toHaveProperty('Retry-After')
})

test('every call documents the 400, 401 and 404 it can return', () => {
  for (const name of [
    'testInbox',
    'finishInboxOAuth',
    'tryWebhook',
    'previewTemplate',
    'testAiProvider',
    'dryRunRule',
    'streamCompletion',
  ])
    expect([name, statusesOf(name)]).toEqual([name, expect.arrayContaining(['404'])])
  for (const name of [
    'getHealth',
    'getReadiness',
    'getConfig',
    'getGeneralSettings',
    'listEnabledOidc',
    'listLanguages',
  ])
    expect([name, statusesOf(name)]).toEqual([name, expect.arrayContaining(['401'])])
  expect(statusesOf('endMyOtherSessions')).toContain('400')
})

test('rate-limited calls document the remaining quota and when to retry', () => {
  const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  expect(Object.keys(document.components.responses.TooMany.headers).sort()).toEqual(
    [...limits, 'Retry-After', 'X-Request-Id'].sort(),
  )
  expect(Object.keys(operationOf('createTag').responses['200'].headers)).toEqual([
    ...['X-Request-Id', 'ETag'],
    ...limits,
  ])
  expect(Object.keys(operationOf('listTags').responses['200'].headers)).toEqual(['X-Request-Id'])
})

test('every webhook event is described, with an example that its schema accepts', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(webhookPayloads))
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: 'https://parley.test/openapi' })
  for (const [event, { post }] of Object.entries<{
    post: { requestBody: { content: Record<string, { example: object }> } }
  }>(document.webhooks)) {
    const pointer = `/webhooks/${event}/post/requestBody/content/${encodeURIComponent('application~1json')}`
    const validateExample = ajv.compile({ $ref: `https://parley.test/openapi#${pointer}/schema` })
    const example = post.requestBody.content['application/json']?.example
    expect(example).toMatchObject({ event })
    expect([event, validateExample(example) ? null : validateExample.errors]).toEqual([event, null])
  }
})
