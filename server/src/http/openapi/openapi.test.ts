import { allEndpoints } from '@parley/contract/all-endpoints'
import { supportsIdempotencyKey } from '@parley/contract/shared/endpoint'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { offlineDocument } from './offline-document.ts'

type Media = { schema: object; example?: unknown }
type Operation = {
  operationId: string
  summary: string
  description: string
  security: object[]
  tags: string[]
  parameters: { name: string; in: string; description?: string }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { $ref?: string; content?: Record<string, Media> }>
}
type Document = {
  openapi: string
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  components: {
    schemas: Record<string, object>
    responses: Record<string, { content: Record<string, Media> }>
    securitySchemes: Record<string, object>
  }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, object>
}

let t: TestApp
let document: Document
beforeAll(async () => {
  t = await startTestApp()
  document = (await t.send({ url: '/api/openapi.json' })).body
})
afterAll(() => t.stop())

function operation(method: string, path: string): Operation {
  const described = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  if (!described) throw new Error(`${method} ${path} has no route`)
  return described
}

test('linters and generators read the served document', async () => {
  expect(document).toEqual(await offlineDocument('test'))
})

test('the document is valid OpenAPI 3.1', async () => {
  expect(document.openapi).toMatch(/^3\.1/)
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
})

test('every endpoint of the contract is served and fully described', () => {
  for (const [name, e] of allEndpoints) {
    const described = operation(e.method, e.path)
    expect(described).toMatchObject({ operationId: name, summary: e.summary, tags: [e.tag] })
    expect(described.security.length === 0, name).toBe(e.access === 'public')
    if (e.access !== 'public' && e.access !== 'agent') expect(described.description, name).toContain(e.access)
    for (const parameter of described.parameters)
      expect(
        parameter.description,
        `${name}.${parameter.name} has no line in contract/src/openapi/descriptions.ts`,
      ).toBeTruthy()
    expect(
      described.parameters.some((one) => one.name === 'Idempotency-Key'),
      name,
    ).toBe(supportsIdempotencyKey(e))
    const answer = Object.keys(described.responses['200']?.content ?? {})
    expect(answer, name).toEqual([e.raw_media_type ?? 'application/json'])
    expect(Object.keys(described.requestBody?.content ?? {}), name).toEqual(
      e.form ? ['multipart/form-data'] : e.body instanceof z.ZodUndefined ? [] : ['application/json'],
    )
  }
})

test('every group has a description', () => {
  expect(document.tags.length).toBeGreaterThan(20)
  for (const { name, description } of document.tags)
    expect(description, `"${name}" has no line in contract/src/openapi/descriptions.ts`).toBeTruthy()
})

test('every body and response has an example that its own schema accepts', () => {
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv)
  ajv.addSchema({ ...document, $id: 'https://parley.test/openapi' })
  const check = (where: string, media: Media, pointer: string) => {
    expect(media.example, where).toBeDefined()
    const validateExample = ajv.compile({ $ref: `https://parley.test/openapi#${pointer}` })
    expect([where, validateExample(media.example) ? null : validateExample.errors]).toEqual([where, null])
  }
  const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
  for (const [name, e] of allEndpoints) {
    const { requestBody, responses } = operation(e.method, e.path)
    const location = `/paths/${escaped(e.path.replaceAll(/:(\w+)/g, '{$1}'))}/${e.method.toLowerCase()}`
    const json = `content/${escaped('application/json')}/schema`
    const body = requestBody?.content['application/json']
    if (body) check(`body of ${name}`, body, `${location}/requestBody/${json}`)
    const answer = responses['200']?.content?.['application/json']
    if (answer) check(`answer of ${name}`, answer, `${location}/responses/200/${json}`)
  }
  for (const [name, { content }] of Object.entries(document.components.responses))
    for (const media of Object.values(content))
      check(name, media, `/components/responses/${name}/content/${escaped('application/json')}/schema`)
}, 120_000)

test('every call documents its possible errors in the shape of errors', () => {
  const statuses = (name: string) => {
    const e = allEndpoints.get(name)
    if (!e) throw new Error(name)
    const { responses } = operation(e.method, e.path)
    for (const [status, { $ref }] of Object.entries(responses))
      if (status !== '200' && !Object.hasOwn(e.other_statuses ?? {}, status))
        expect(document.components.responses).toHaveProperty($ref?.split('/').at(-1) ?? '')
    return Object.keys(responses)
  }
  expect(statuses('getHealth')).toEqual(['200', '401', '500', '503'])
  expect(statuses('getConversation')).toEqual(['200', '400', '401', '403', '404', '500', '503'])
  expect(statuses('createTag')).toEqual([
    ...['200', '400', '401', '403', '409', '413', '415', '429', '500', '503', '507'],
  ])
  expect(statuses('login')).toContain('429')
  for (const name of allEndpoints.keys()) statuses(name)
})

test('versions and partial updates are documented where they apply', () => {
  const update = operation('PUT', '/api/v1/teams/:id')
  expect(update.description).toContain('Omitted keys keep their value')
  expect(update.parameters).toContainEqual(expect.objectContaining({ name: 'If-Match', in: 'header' }))
  expect(update.responses).toHaveProperty('412')
  expect(update.responses['200']).toHaveProperty('headers.ETag')
  const [create, read, remove] = (['POST', 'GET', 'DELETE'] as const).map((method) =>
    operation(method, method === 'POST' ? '/api/v1/teams' : '/api/v1/teams/:id'),
  )
  expect([create, read].map((one) => one?.responses['200'])).toMatchObject([
    { headers: { ETag: {} } },
    { headers: { ETag: {} } },
  ])
  expect(Object.keys(remove?.responses ?? {})).toContain('412')
  const assign = operation('PUT', '/api/v1/conversations/:uuid/assignee/user')
  expect(assign.description).not.toContain('left out')
  expect(Object.keys(assign.responses)).not.toContain('412')
})

test('every schema is referenced, and every reference has a schema', () => {
  const text = JSON.stringify(document)
  const referenced = new Set(
    [...text.matchAll(/#\/components\/schemas\/([\w.-]+)/g)].map(([, name = '']) => name),
  )
  expect([...referenced].filter((name) => !(name in document.components.schemas))).toEqual([])
  expect(Object.keys(document.components.schemas).filter((name) => !referenced.has(name))).toEqual([])
})

test('uploads are described as forms, and internal routes are left out', () => {
  expect(
    operation('POST', '/api/v1/media').requestBody?.content['multipart/form-data']?.schema,
  ).toMatchObject({
    required: ['files'],
    properties: { files: { type: 'string', format: 'binary' }, inline: { enum: ['true', 'false'] } },
  })
  const contractPaths = new Set([...allEndpoints.values()].map((e) => e.path.replaceAll(/:(\w+)/g, '{$1}')))
  expect(Object.keys(document.paths).filter((path) => !contractPaths.has(path))).toEqual([])
})

test('the page loads its scripts and styles from this server only, under the same policy as everything else', async () => {
  const page = await t.app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  const assetPaths = [...page.body.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(
    ([, address = '']) => address,
  )
  expect(assetPaths).toEqual(['/api/docs/page.css', '/api/docs/page.js'])
  const script = (await t.app.inject('/api/docs/page.js')).body
  const modules = [...script.matchAll(/from '\.\/(.+)'/g)].map(([, name]) => `/api/docs/${name}`)
  expect(modules.length).toBe(2)
  for (const asset of [...assetPaths, ...modules]) {
    const { statusCode, headers } = await t.app.inject(asset)
    expect([asset, statusCode, headers['content-type']]).toEqual([
      asset,
      200,
      expect.stringMatching(/^text\/(css|javascript); charset=utf-8$/),
    ])
  }
  expect(page.body).not.toMatch(/<script(?![^>]*src=)|style=|https?:\/\//)
})

test('the page has a row for every call and event before any script runs, and stays small', async () => {
  const { body } = await t.app.inject('/api/docs/')
  for (const [name, e] of allEndpoints) expect(body).toContain(`id="operations-${e.tag}-${name}"`)
  for (const event of Object.keys(document.webhooks)) expect(body).toContain(`data-path="${event}"`)
  expect(body.length).toBeLessThan(200_000)
})
