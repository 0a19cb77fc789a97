import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { openSocket } from '../../testing/web-sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.stop())

const path = '/api/v1/agents/me/preferences'
const all = {
  undo_seconds: 20,
  signature: 'Lea\nLamps',
  theme: 'dark',
  language: 'en',
  shortcuts: { 'conversation.resolve': ['d', 'g d'], 'list.filter': [] },
  after_action: 'list',
  open_on_move: false,
  assign_on_reply: true,
  muted_checks: ['attachment', 'secret'],
}

test("an agent's preferences are saved individually and pushed only to their own browsers", async () => {
  const [ana, bo] = [await t.make.agent({ permissions: [] }), await t.make.agent({ permissions: [] })]
  const [anaBrowser, boBrowser] = [await t.as(ana), await t.as(bo)]
  const sockets = await Promise.all(
    [anaBrowser, boBrowser].map(({ token }) =>
      openSocket(t, '/ws?v=2', { cookie: `parley_session=${token}` }),
    ),
  )
  for (const socket of sockets) await socket.until((frames) => frames[0]?.type === 'hello')
  for (const [key, value] of Object.entries(all))
    expect((await anaBrowser.put(path, { [key]: value })).body.data).toMatchObject({ [key]: value })
  expect((await anaBrowser.get('/api/v1/agents/me')).body.data).toMatchObject(all)
  expect((await boBrowser.get('/api/v1/agents/me')).body.data).toMatchObject({
    signature: '',
    theme: 'system',
    language: '',
    shortcuts: {},
  })
  const before = await t.db.selectFrom('events').select('id').execute()
  await anaBrowser.put(path, all)
  expect((await t.db.selectFrom('events').select('id').execute()).length, 'nothing changed').toBe(
    before.length,
  )
  const isOwnAgentFrame = ({ object }: { object?: { lookup?: string } }) => object?.lookup === 'me'
  await sockets[0]?.until((frames) => frames.filter(isOwnAgentFrame).length >= 5)
  expect(sockets[1]?.frames.filter(isOwnAgentFrame)).toEqual([])
  for (const socket of sockets) socket.close()
})

test.each([
  ['signature', 'x'.repeat(2001)],
  ['muted_checks', ['spelling']],
  ['theme', 'sepia'],
  ['language', 'tlh'],
  ['language', '../en'],
  ['shortcuts', { 'conversation.resolve': ['mod+w'] }],
  ['shortcuts', { 'conversation.resolve': ['enter'] }],
  ['shortcuts', { 'conversation.resolve': ['a', 'b', 'c', 'd', 'f'] }],
  ['shortcuts', { '__proto__ x': ['d'] }],
  [
    'shortcuts',
    Object.fromEntries(
      Array.from({ length: 201 }, (_, n) => [`a.${'b'.repeat(n % 50)}${'c'.repeat(n / 50)}`, ['d']]),
    ),
  ],
  ['shortcuts', ['d']],
  ['undo_seconds', -1],
])('%s rejects %j', async (key, value) => {
  const anaBrowser = await t.as(await t.make.agent({ permissions: [] }))
  const answer = await anaBrowser.put(path, { theme: 'dark', [key]: value })
  expect(answer.status).toBe(400)
  expect((await anaBrowser.get('/api/v1/agents/me')).body.data.theme).toBe('system')
})
