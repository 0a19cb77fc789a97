import { allEndpoints } from '@parley/contract/all-endpoints'
import { permissions } from '@parley/contract/roles/permissions'
import { type Endpoint, supportsIdempotencyKey } from '@parley/contract/shared/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../actor.ts'
import { multipartForm } from '../multipart-form.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { documentedStatuses } from './documented-statuses.ts'
import { type MatrixCase, matrixCases } from './matrix-cases.ts'
import { createMatrixFixtures, type MatrixFixtures } from './matrix-fixtures.ts'

let t: TestApp
let w: MatrixFixtures
beforeAll(async () => {
  t = await startTestApp()
  w = createMatrixFixtures(t)
})
afterAll(() => t.stop())

test('every endpoint of the contract has a sample here, and every sample an endpoint', () => {
  expect(Object.keys(matrixCases).sort()).toEqual([...allEndpoints.keys()].sort())
  // Endpoints about one object also have parameters of a missing one.
  for (const [name, { object, missing }] of Object.entries(matrixCases))
    expect([name, missing !== undefined]).toEqual([name, object !== undefined])
})

type Params = Record<string, string | number>

async function call(
  e: Endpoint,
  sample: MatrixCase,
  actor: Pick<Actor, 'id'> | null,
  params: Params,
  headers: Record<string, string> = {},
) {
  const path = e.path.replaceAll(/:(\w+)/g, (_, name) => String(params[name]))
  const query = typeof sample.query === 'function' ? await sample.query(w) : sample.query
  const url = query ? `${path}?${query}` : path
  const filled = typeof sample.form === 'function' ? sample.form(w) : sample.form
  const form = filled && (await multipartForm(...filled))
  const body = typeof sample.body === 'function' ? await sample.body(w) : sample.body
  const token = actor ? (await t.as(actor)).token : null
  const reply = await t.app.inject({
    method: e.method,
    url,
    headers: {
      ...form?.headers,
      ...headers,
      ...(token && { cookie: `parley_session=${token}; csrf_token=c`, 'x-csrftoken': 'c' }),
    },
    ...((form || body) && { payload: form?.payload ?? body }),
  })
  expect(documentedStatuses(e), `${e.method} ${url}: ${reply.body.slice(0, 300)}`).toContain(reply.statusCode)
  return { status: reply.statusCode, body: reply.body }
}

const createOwnObject = async (sample: MatrixCase, actor: Pick<Actor, 'id'>): Promise<Params> =>
  sample.object ? sample.object(w, actor) : {}

type ObjectKind = 'own' | 'foreign' | 'missing'
const objectKinds = (sample: MatrixCase): ObjectKind[] => [
  'own',
  ...(sample.foreign ? (['foreign'] as const) : []),
  ...(sample.missing ? (['missing'] as const) : []),
]

const createParams = (
  sample: MatrixCase,
  object: ObjectKind,
  actor: Pick<Actor, 'id'>,
): Promise<Params> | Params =>
  object === 'own'
    ? createOwnObject(sample, actor)
    : ((object === 'foreign' ? sample.foreign?.(w) : sample.missing) ?? {})

// For each endpoint, callers (signed out, no permissions, all but this one, exactly this one, Admin) × objects (own, foreign, missing).
describe.each([...allEndpoints])('%s', (name, e) => {
  const sample = matrixCases[name] ?? {}
  const success = sample.expected?.status ?? 200
  const isOpen = e.access === 'public'
  const needsPermission = e.access !== 'public' && e.access !== 'agent'
  const permissionsNeeded = [...(sample.also ?? []), ...(needsPermission ? [e.access] : [])]

  /** Calls as this actor for each kind of object. */
  async function expectFor(actor: Actor | null, statuses: Partial<Record<ObjectKind, number | number[]>>) {
    // Signed out, every object is someone else's.
    const owner = actor ?? (await w.make.agent({ permissions: [] }))
    for (const object of objectKinds(sample)) {
      const expected = statuses[object]
      if (expected === undefined) continue
      const reply = await call(e, sample, actor, await createParams(sample, object, owner))
      expect([expected].flat(), `${object}: ${reply.status} ${reply.body.slice(0, 300)}`).toContain(
        reply.status,
      )
    }
  }

  test('can be called by exactly those whom the contract allows', async () => {
    const forEveryObject = (status: number) => ({ own: status, foreign: status, missing: status })
    await expectFor(null, isOpen ? { own: success } : forEveryObject(401))
    if (needsPermission) {
      await expectFor(await w.make.agent({ permissions: [] }), forEveryObject(403))
      const allOtherPermissions = permissions.filter((permission) => permission !== e.access)
      await expectFor(await w.make.agent({ permissions: allOtherPermissions }), forEveryObject(403))
    } else if (!isOpen) {
      const withoutPermissions = sample.also ? [403, 404] : success
      await expectFor(await w.make.agent({ permissions: [] }), {
        own: withoutPermissions,
        foreign: [403, 404],
        missing: [403, 404],
      })
    }
    await expectFor(await w.make.agent({ permissions: permissionsNeeded }), {
      own: success,
      foreign: 404,
      missing: 404,
    })
    await expectFor(await w.make.agent({ permissions }), {
      own: success,
      foreign: sample.owner_only ? 404 : success,
      missing: 404,
    })
  })
})

test('a POST stores its response for an Idempotency-Key exactly if the contract says so', async () => {
  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name]
    // Keys belong to a caller, so public endpoints cannot have any.
    if (e.access === 'public') expect([name, supportsIdempotencyKey(e)]).toEqual([name, false])
    if (
      !sample ||
      e.method !== 'POST' ||
      e.access === 'public' ||
      (sample.expected && supportsIdempotencyKey(e))
    )
      continue
    const admin = await w.make.agent({ permissions })
    await call(e, sample, admin, await createOwnObject(sample, admin), {
      'idempotency-key': `matrix ${name}`,
    })
    const stored = await t.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', '=', `matrix ${name}`)
      .executeTakeFirst()
    expect([name, stored !== undefined]).toEqual([name, supportsIdempotencyKey(e)])
  }
})

test('a refused call changes nothing', async () => {
  const agentWithoutPermissions = await w.make.agent({ permissions: [] })
  const c = await w.make.conversation()
  const objects: Params = { uuid: c.uuid, id: agentWithoutPermissions.id }
  // Samples are created first, because creating them records events.
  const eventsBefore = await t.events()
  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name]
    if (!sample || e.method === 'GET' || e.access === 'public' || e.access === 'agent') continue
    const path = e.path.replaceAll(/:(\w+)/g, (_, param) => String(objects[param] ?? c.uuid))
    const { token } = await t.as(agentWithoutPermissions)
    const reply = await t.app.inject({
      method: e.method,
      url: path,
      headers: { cookie: `parley_session=${token}; csrf_token=c`, 'x-csrftoken': 'c' },
      payload: typeof sample.body === 'object' ? sample.body : {},
    })
    expect([name, reply.statusCode]).toEqual([name, 403])
  }
  expect(await t.events()).toEqual(eventsBefore)
})

test('the only routes outside the contract are those listed here, which have their own tests', () => {
  const contractRoutes = new Set([...allEndpoints.values()].map((e) => `${e.method} ${e.path}`))
  // Pages are the same bytes for everyone, and contain no data.
  const isPage = (route: string) =>
    /^GET \/(?!api\/|ws$|uploads|logout)/.test(route) || route.startsWith('GET /api/docs')
  const otherRoutes = servedRoutes(t).filter((route) => !contractRoutes.has(route) && !isPage(route))
  expect(otherRoutes.sort()).toEqual([
    'GET /api/openapi.json',
    'GET /api/v1/lang/:code',
    'GET /api/v1/oidc/:id/finish',
    'GET /api/v1/oidc/:id/login',
    'GET /logout',
    'GET /uploads/:name',
    'GET /ws',
    'POST /csat/:uuid',
    'POST /logout',
    'POST /unsubscribe/:token',
  ])
})

/** Every registered method and path, parsed from the tree that the router prints: four columns are one level. */
function servedRoutes({ app }: TestApp): string[] {
  const above: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│├└─ ]*)(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      above[depth] = part
      const path = above.slice(0, depth + 1).join('')
      const admin = methods?.split(', ').filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
      return (admin ?? []).map((method) => `${method} ${path.replace(/^\/+/, '/')}`)
    })
}
