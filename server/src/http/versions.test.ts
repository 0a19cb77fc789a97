import { allEndpoints } from '@parley/contract/all-endpoints'
import { acceptsIfMatch } from '@parley/contract/shared/object-versions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiSession, editableObjects } from '../testing/editable-objects.ts'
import { multipartForm } from '../testing/multipart-form.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let t: TestApp
let admin: ApiSession
beforeAll(async () => {
  const network = { resolve: async () => ['127.0.0.1'], isAllowed: () => true }
  t = await startTestApp({ webhook_reach: network, ai_reach: network })
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

/** Path of an object's PUT, given its GET's path. */
const putPath = (name: string, path: string) =>
  (allEndpoints.get(name)?.path ?? '').replace(/:id/, path.split('/').at(-1) ?? '')

async function put(name: string, path: string, change: object, version?: string) {
  const headers: Record<string, string> = version === undefined ? {} : { 'if-match': version }
  if (!editableObjects[name]?.is_form) return admin.put(putPath(name, path), change, headers)
  const form = await multipartForm(null, change as Record<string, string>)
  return admin.put(putPath(name, path), form.payload, { ...headers, ...form.headers })
}

test('every editable object has a version', () => {
  for (const name of Object.keys(editableObjects)) {
    const e = allEndpoints.get(name)
    expect([name, e && acceptsIfMatch(e)]).toEqual([name, true])
  }
})

test.each(Object.entries(editableObjects))(
  '%s only overwrites the version that was loaded',
  async (name, { make, smallest_change: change, is_single }) => {
    const path = await make(t, admin)
    const loaded = (await admin.get(path)).headers.etag as string
    expect(loaded).toMatch(/^"[\w-]{22}"$/)
    expect((await admin.get(path)).headers.etag, 'reading changes nothing').toBe(loaded)

    const saved = await put(name, path, change, loaded)
    expect(saved).toMatchObject({ status: 200 })
    const now = await admin.get(path)
    expect(saved.headers.etag).toBe(now.headers.etag)
    expect(now.headers.etag).not.toBe(loaded)

    const stale = await put(name, path, change, loaded)
    expect(stale).toMatchObject({
      status: 412,
      body: { status: 'error', error_type: 'ConflictException', data: change },
    })
    expect(stale.headers.etag).toBe(now.headers.etag)
    expect(await put(name, path, change, `"other", W/${now.headers.etag}`)).toMatchObject({ status: 200 })
    for (const wildcard of ['*', undefined])
      expect(await put(name, path, change, wildcard)).toMatchObject({ status: 200 })

    if (is_single || name === 'updateContact' || name === 'updateTemplate') return
    expect(await admin.del(path, undefined, { 'if-match': loaded })).toMatchObject({ status: 412 })
    const { etag } = (await admin.get(path)).headers
    expect(await admin.del(path, undefined, { 'if-match': etag as string })).toMatchObject({ status: 200 })
    expect((await put(name, path, change, loaded)).status).toBe(404)
  },
)

test('of many concurrent changes to one version, exactly one is saved', async () => {
  for (const name of ['updateTeam', 'updateAgent', 'updateWebhook', 'updateGeneralSettings']) {
    const { make, smallest_change: change } = editableObjects[name] ?? {}
    const path = (await make?.(t, admin)) ?? ''
    const version = (await admin.get(path)).headers.etag as string
    const [field = ''] = Object.keys(change ?? {})
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => put(name, path, { [field]: `Edit ${name} ${n}` }, version)),
    )
    expect([name, answers.map(({ status }) => status).toSorted()]).toEqual([
      name,
      [200, 412, 412, 412, 412, 412],
    ])
    const winner = answers.findIndex(({ status }) => status === 200)
    expect((await admin.get(path)).body.data[field]).toBe(`Edit ${name} ${winner}`)
  }
})

test('a version covers changes made through other objects, but not automatic ones', async () => {
  const team = (await editableObjects.updateTeam?.make(t, admin)) ?? ''
  const { etag } = (await admin.get(team)).headers
  const { name } = (await admin.get(team)).body.data
  const agent = (await editableObjects.updateAgent?.make(t, admin)) ?? ''
  await admin.put(agent, { teams: [name] })
  expect((await admin.get(team)).headers.etag).not.toBe(etag)

  const version = (await admin.get(agent)).headers.etag
  const id = Number(agent.split('/').at(-1))
  const ownBrowser = await t.as({ id })
  t.clock.advance(60_000)
  await ownBrowser.put('/api/v1/agents/me/availability', { status: 'online' })
  expect((await admin.get(agent)).headers.etag).toBe(version)
})

test('creating an object returns the same version as its GET', async () => {
  const created = await admin.post('/api/v1/tags', { name: 'with a version' })
  const path = `/api/v1/tags/${created.body.data.id}`
  expect(created.headers.etag).toBe((await admin.get(path)).headers.etag)
})

test('without permission to read an object, its version reveals nothing', async () => {
  const role = (await editableObjects.updateRole?.make(t, admin)) ?? ''
  const reader = await t.as(await t.make.agent({ permissions: ['conversations:read'] }))
  expect(await reader.put(role, { name: 'Mine' }, { 'if-match': '"other"' })).toMatchObject({
    status: 403,
    body: { data: null },
  })
  const view = (await editableObjects.updateView?.make(t, admin)) ?? ''
  const other = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  expect(await other.put(view, { name: 'Mine' }, { 'if-match': '"other"' })).toMatchObject({
    status: 404,
    body: { data: null },
  })
})
