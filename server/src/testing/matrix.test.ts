import { allEndpoints } from '@parley/contract/all-endpoints'
import type { Endpoint } from '@parley/contract/endpoint'
import { permissions } from '@parley/contract/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { startTestApp, type TestApp } from './app.ts'
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

async function call(e: Endpoint, sample: MatrixCase, actor: Pick<Actor, 'id'> | null, params: Params) {
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
      ...(token && { cookie: `parley_session=${token}; csrf_token=c`, 'x-csrftoken': 'c' }),
    },
    ...((form || body) && { payload: form?.payload ?? body }),
  })
  return { status: reply.statusCode, body: reply.body }
}

/** The message helps to see which of many calls it was. */
function expectStatus(reply: { status: number; body: string }, status: number): void {
  expect(reply.status, reply.body.slice(0, 300)).toBe(status)
}

const ownObject = async (sample: MatrixCase, actor: Pick<Actor, 'id'>): Promise<Params> =>
  sample.object ? sample.object(w, actor) : {}

describe.each([...allEndpoints])('%s', (name, e) => {
  const sample = matrixCases[name] ?? {}
  const success = sample.answers?.status ?? 200
  const rightsNeeded = [
    ...(sample.also ?? []),
    ...(e.access === 'public' || e.access === 'agent' ? [] : [e.access]),
  ]

  test('is for whom the contract says', async () => {
    const anybody = await w.make.agent({ permissions: [] })

    const signedOut = await call(e, sample, null, await ownObject(sample, anybody))
    expectStatus(signedOut, e.access === 'public' ? success : 401)

    if (e.access !== 'public' && e.access !== 'agent') {
      const allBut = permissions.filter((permission) => permission !== e.access)
      const lacking = await w.make.agent({ permissions: allBut })
      expectStatus(await call(e, sample, lacking, await ownObject(sample, lacking)), 403)
    }

    const exactly = await w.make.agent({ permissions: rightsNeeded })
    expectStatus(await call(e, sample, exactly, await ownObject(sample, exactly)), success)

    const admin = await w.make.agent({ permissions })
    expectStatus(await call(e, sample, admin, await ownObject(sample, admin)), success)

    if (sample.foreign) {
      const stranger = await w.make.agent({ permissions: rightsNeeded })
      expectStatus(await call(e, sample, stranger, await sample.foreign(w)), 404)
    }
    if (sample.missing) expectStatus(await call(e, sample, admin, sample.missing), 404)
  })
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
