import { allEndpoints } from '@parley/contract/all-endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/app.ts'

type Operation = {
  summary: string
  description: string
  security: object[]
  requestBody?: { content: Record<string, unknown> }
  responses: Record<string, { content: Record<string, { schema: { properties: Record<string, unknown> } }> }>
}
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> }

let t: TestApp
let document: Document
beforeAll(async () => {
  t = await startTestApp()
  document = (await t.send({ url: '/api/openapi.json' })).body
})
afterAll(() => t.stop())

const operation = (method: string, path: string) =>
  document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

test('every endpoint of the contract is served and described', () => {
  expect(document.openapi).toMatch(/^3\.1/)
  for (const [name, e] of allEndpoints) {
    const found = operation(e.method, e.path)
    expect(found, `${name} has no route`).toBeDefined()
    expect(found?.summary, name).toBe(e.summary)
    expect(found?.security.length === 0, name).toBe(e.access === 'public')
    if (e.access !== 'public' && e.access !== 'agent') expect(found?.description, name).toContain(e.access)
    const answer = found?.responses['200']?.content['application/json']?.schema.properties
    expect(Object.keys(answer ?? {}), name).toEqual(['status', 'data'])
    expect(found?.responses['4XX'], name).toBeDefined()
  }
})

test('uploads are described as forms, and nothing of the inside is described at all', () => {
  expect(Object.keys(operation('POST', '/api/v1/media')?.requestBody?.content ?? {})).toEqual([
    'multipart/form-data',
  ])
  const served = new Set([...allEndpoints.values()].map((e) => e.path.replaceAll(/:(\w+)/g, '{$1}')))
  expect(Object.keys(document.paths).filter((path) => !served.has(path))).toEqual([])
})

test('the page loads its scripts and styles from here alone, under the same policy as everything else', async () => {
  const page = await t.app.inject('/api/docs')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = '']) => address)
  expect(assets.length).toBeGreaterThan(4)
  for (const asset of assets) {
    expect(asset).toMatch(/^\/api\/docs\//)
    expect((await t.app.inject(asset)).statusCode, asset).toBe(200)
  }
  expect(page.body).not.toMatch(/<script(?![^>]*src=)/)
})
