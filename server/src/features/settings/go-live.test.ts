import { afterAll, beforeAll, expect, test } from 'vitest'
import { pausedCopyKey } from '../../paused-copy.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openSocket } from '../../testing/web-sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.stop())

const path = '/api/v1/settings/general/go-live'
const copy = { since: '2026-11-28T10:00:00.000Z', backup_of: '2026-11-27T03:00:00.000Z', moved_to: null }

test('a copy is paused for everyone until an administrator makes the one that was seen live; browsers learn it', async () => {
  await t.db
    .insertInto('settings')
    .values({ key: pausedCopyKey, value: JSON.stringify(copy), updated_at: t.clock.now() })
    .execute()
  const agent = await t.as(await t.make.agent())
  const admin = await t.as(await t.make.agent({ permissions: ['general_settings:manage'] }))
  const readCopy = async () => (await agent.get('/api/v1/settings/general')).body.data['app.paused_copy']
  expect(await readCopy()).toEqual(copy)
  expect((await agent.post(path, { since: copy.since })).status).toBe(403)
  expect((await admin.post(path, { since: '2026-11-28T09:00:00.000Z' })).status).toBe(409)
  expect(await readCopy()).toEqual(copy)

  const socket = await openSocket(t, '/ws?v=2', { cookie: `parley_session=${agent.token}` })
  expect((await admin.post(path, { since: copy.since })).status).toBe(200)
  await socket.until((frames) =>
    frames.some(({ type, object }) => type === 'lookup.changed' && object.lookup === 'settings'),
  )
  expect(await readCopy()).toBeNull()
  const again = await admin.post(path, { since: copy.since })
  expect(again.status).toBe(409)
  expect(again.body.message).toContain('This workspace is live already')
  const reader = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const { results } = (await reader.get('/api/v1/activity-logs')).body.data
  expect(results).toContainEqual(
    expect.objectContaining({ activity_type: 'settings.confirmed_live', actor_kind: 'agent' }),
  )
})
