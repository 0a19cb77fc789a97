import { allEndpoints } from '@parley/contract/all-endpoints'
import { type Endpoint, takesKey } from '@parley/contract/endpoint'
import { permissions } from '@parley/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { startTestApp, type TestApp } from './app.ts'
import { documentedStatuses } from './documented.ts'
import { type MatrixCase, matrixCases } from './matrix-cases.ts'
import { type MatrixWorld, matrixWorld } from './matrix-world.ts'
import { formWith } from './multipart.ts'

let t: TestApp
let w: MatrixWorld
beforeAll(async () => {
  t = await startTestApp()
  w = matrixWorld(t)
})
afterAll(() => t.stop())

test('every endpoint of the contract has a sample here, and no sample is left over', () => {
  expect(Object.keys(matrixCases).sort()).toEqual([...allEndpoints.keys()].sort())
  // What is about one thing says what a thing that is not there looks like.
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
  const form = filled && (await formWith(...filled))
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

const ownObject = async (sample: MatrixCase, actor: Pick<Actor, 'id'>): Promise<Params> =>
  sample.object ? sample.object(w, actor) : {}

type Object = 'own' | 'foreign' | 'missing'
const objectsOf = (sample: MatrixCase): Object[] => [
  'own',
  ...(sample.foreign ? (['foreign'] as const) : []),
  ...(sample.missing ? (['missing'] as const) : []),
]

const paramsOf = (sample: MatrixCase, object: Object, actor: Pick<Actor, 'id'>): Promise<Params> | Params =>
  object === 'own'
    ? ownObject(sample, actor)
    : ((object === 'foreign' ? sample.foreign?.(w) : sample.missing) ?? {})

// One line per endpoint, who calls, and what of: signed out, no rights, all rights but this one, exactly the right, Admin × own, foreign, missing.
describe.each([...allEndpoints])('%s', (name, e) => {
  const sample = matrixCases[name] ?? {}
  const success = sample.answers?.status ?? 200
  const isOpen = e.access === 'public'
  const isNamed = e.access !== 'public' && e.access !== 'agent'
  const rightsNeeded = [...(sample.also ?? []), ...(isNamed ? [e.access] : [])]

  /** Calls as this actor for each kind of object. */
  async function expectFor(actor: Actor | null, statuses: Partial<Record<Object, number | number[]>>) {
    // Signed out, it is somebody else's either way.
    const owner = actor ?? (await w.make.agent({ permissions: [] }))
    for (const object of objectsOf(sample)) {
      const expected = statuses[object]
      if (expected === undefined) continue
      const reply = await call(e, sample, actor, await paramsOf(sample, object, owner))
      expect([expected].flat(), `${object}: ${reply.status} ${reply.body.slice(0, 300)}`).toContain(
        reply.status,
      )
    }
  }

  test('is for whom the contract says', async () => {
    const everywhere = (status: number) => ({ own: status, foreign: status, missing: status })
    await expectFor(null, isOpen ? { own: success } : everywhere(401))
    if (isNamed) {
      await expectFor(await w.make.agent({ permissions: [] }), everywhere(403))
      const allBut = permissions.filter((permission) => permission !== e.access)
      await expectFor(await w.make.agent({ permissions: allBut }), everywhere(403))
    } else if (!isOpen) {
      const closed = sample.also ? [403, 404] : success
      await expectFor(await w.make.agent({ permissions: [] }), {
        own: closed,
        foreign: [403, 404],
        missing: [403, 404],
      })
    }
    await expectFor(await w.make.agent({ permissions: rightsNeeded }), {
      own: success,
      foreign: 404,
      missing: 404,
    })
    await expectFor(await w.make.agent({ permissions }), {
      own: success,
      foreign: sample.is_personal ? 404 : success,
      missing: 404,
    })
  })
})

test('a POST keeps the answer for its Idempotency-Key exactly where the contract says so', async () => {
  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name]
    // A key is somebody's: without a caller there is nobody to keep it for.
    if (e.access === 'public') expect([name, takesKey(e)]).toEqual([name, false])
    if (!sample || e.method !== 'POST' || e.access === 'public' || (sample.answers && takesKey(e))) continue
    const admin = await w.make.agent({ permissions })
    await call(e, sample, admin, await ownObject(sample, admin), { 'idempotency-key': `matrix ${name}` })
    const kept = await t.db
      .selectFrom('idempotency_keys')
      .select('key')
      .where('key', '=', `matrix ${name}`)
      .executeTakeFirst()
    expect([name, kept !== undefined]).toEqual([name, takesKey(e)])
  }
})

test('a refused call changes nothing, whoever makes it', async () => {
  const nobody = await w.make.agent({ permissions: [] })
  const c = await w.make.conversation()
  const objects: Params = { uuid: c.uuid, id: nobody.id }
  // Samples are made first: making them leaves events of its own.
  const before = await t.events()
  for (const [name, e] of allEndpoints) {
    const sample = matrixCases[name]
    if (!sample || e.method === 'GET' || e.access === 'public' || e.access === 'agent') continue
    const path = e.path.replaceAll(/:(\w+)/g, (_, param) => String(objects[param] ?? c.uuid))
    const { token } = await t.as(nobody)
    const reply = await t.app.inject({
      method: e.method,
      url: path,
      headers: { cookie: `parley_session=${token}; csrf_token=c`, 'x-csrftoken': 'c' },
      payload: typeof sample.body === 'object' ? sample.body : {},
    })
    expect([name, reply.statusCode]).toEqual([name, 403])
  }
  expect(await t.events()).toEqual(before)
})
