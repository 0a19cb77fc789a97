import { expect, test } from 'vitest'
import { lockById } from '../conversation-access.ts'
import { assignUser } from '../features/conversations/assign-user.ts'
import { setTags } from '../features/conversations/set-tags.ts'
import { endSessions, hashToken } from '../identity/sessions/session.ts'
import { loadSocketActors } from '../identity/socket-credentials.ts'
import { openSocket } from '../testing/web-sockets.ts'
import {
  assignedOnlyPermissions,
  barrier,
  framesAbout,
  openCurrent,
  path,
  setUpRealtime,
  t,
} from './realtime-suite.ts'

setUpRealtime()

test('a reader who loses access to a conversation is notified that it is gone and receives nothing after that', async () => {
  const ana = await t.make.agent({ permissions: assignedOnlyPermissions })
  const boss = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const socket = await openCurrent(ana)
  const browser = await t.as(boss)
  await browser.put(path(c, '/assignee/user'), { assignee_id: boss.id })
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await barrier(socket)
  expect(framesAbout(socket.frames, c)).toEqual([
    {
      type: 'conversation.gone',
      event_id: expect.any(String),
      version: expect.any(Number),
      object: { uuid: c.uuid },
    },
  ])
})

test('a frame for an earlier change contains nothing the reader may no longer see', async () => {
  const ana = await t.make.agent({ permissions: assignedOnlyPermissions })
  const boss = await t.make.agent()
  const tag = await t.make.tag()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const socket = await openCurrent(ana)
  // Both events are committed together, and therefore read as one batch.
  await t.act(boss, async (tx) => {
    const locked = await lockById(tx, c.id)
    if (locked) await assignUser(tx, await setTags(tx, locked, [tag.name]), boss.id)
  })
  await barrier(socket)
  expect(framesAbout(socket.frames, c).map((frame) => frame.type)).toEqual(['conversation.gone'])
})

test('granted and revoked permissions apply to open sockets', async () => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const role = await t.make.role(['conversations:read', 'conversations:read_all', 'messages:read'])
  const ana = await t.make.agent({ permissions: ['messages:read'] })
  await t.db.insertInto('agent_roles').values({ agent_id: ana.id, role_id: role.id }).execute()
  const boss = await t.as(await t.make.agent())
  const c = await t.make.conversation()
  const socket = await openCurrent(ana)
  await boss.put(path(c, '/priority'), { priority: 'High' })
  await socket.until((frames) => framesAbout(frames, c).length === 2)

  const write = (permissions: string[]) =>
    admin.put(`/api/v1/roles/${role.id}`, { name: `Role of ${ana.id}`, permissions })
  await write(['messages:read'])
  await boss.put(path(c, '/priority'), { priority: 'Low' })
  await barrier(socket)
  expect(framesAbout(socket.frames, c)).toHaveLength(2)
  expect(socket.frames).toContainEqual(
    expect.objectContaining({ type: 'lookup.changed', object: { lookup: 'me' } }),
  )

  await write(['conversations:read', 'conversations:read_all', 'messages:read'])
  await boss.put(path(c, '/priority'), { priority: 'Medium' })
  await socket.until((frames) => framesAbout(frames, c).length === 4)
})

test('signing out, a new password, disabling, deleting and revoking the key each close the socket', async () => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const make = async () =>
    (
      await admin.post('/api/v1/agents', {
        first_name: 'Bo',
        email: `bo${Math.random()}@parley.test`,
        roles: ['Agent'],
        teams: [],
      })
    ).body.data
  const update = (agent: { id: number; email: string }, more: object) =>
    admin.put(`/api/v1/agents/${agent.id}`, {
      first_name: 'Bo',
      email: agent.email,
      roles: ['Agent'],
      teams: [],
      enabled: true,
      ...more,
    })
  const bystander = await openCurrent(await t.make.agent())
  const revocations: ((agent: { id: number; email: string }) => Promise<unknown>)[] = [
    (agent) => update(agent, { new_password: 'Correct-horse-9' }),
    (agent) => update(agent, { enabled: false }),
    (agent) => admin.del(`/api/v1/agents/${agent.id}`),
    (agent) => t.act(t.system, (tx) => endSessions(tx, agent.id)),
  ]
  for (const revoke of revocations) {
    const agent = await make()
    const socket = await openCurrent(agent)
    await revoke(agent)
    expect(await socket.untilClosed()).toBe(4401)
  }
  const agent = await make()
  const signedOut = await t.as(agent)
  const [one, other] = [
    await openSocket(t, '/ws?v=2', { cookie: `parley_session=${signedOut.token}` }),
    await openCurrent(agent),
  ]
  await signedOut.get('/logout')
  expect(await one.untilClosed()).toBe(4401)
  expect(other.isOpen(), 'another session of the same agent').toBe(true)

  const key = (await admin.post(`/api/v1/agents/${agent.id}/api-key`)).body.data
  const byKey = await openSocket(t, '/ws?v=2', { authorization: `token ${key.api_key}:${key.api_secret}` })
  await byKey.until((frames) => frames[0]?.type === 'hello')
  await admin.del(`/api/v1/agents/${agent.id}/api-key`)
  expect(await byKey.untilClosed()).toBe(4401)
  expect(bystander.isOpen()).toBe(true)
})

test('the actors of sockets are those of their session or API key, while it lasts', async () => {
  const admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const [ana, bo] = [await t.make.agent({ permissions: ['messages:read'] }), await t.make.agent()]
  const sessions = [await t.as(ana), await t.as(bo), await t.as(ana)]
  const { api_key: key, api_secret: secret } = (await admin.post(`/api/v1/agents/${bo.id}/api-key`)).body.data
  const load = async (now: Date) =>
    loadSocketActors(
      t.db,
      [
        ...sessions.map(({ token }) => ({ session: hashToken(token) })),
        { session: hashToken('nonsense') },
        { api_key: { key, secret }, agent_id: bo.id },
        { api_key: { key, secret: 'other' }, agent_id: bo.id },
      ],
      now,
    )
  const now = await load(t.clock.now())
  expect(now.map((actor) => actor?.id)).toEqual([ana.id, bo.id, ana.id, undefined, bo.id, undefined])
  expect(now[0]?.permissions).toEqual(new Set(['messages:read']))
  const later = await load(new Date(t.clock.now().getTime() + 365 * 86_400_000))
  expect(later.map((actor) => actor?.id)).toEqual([...Array(4).fill(undefined), bo.id, undefined])
})

test('a socket requires a session', async () => {
  await expect(openSocket(t, '/ws', {})).rejects.toThrow('HTTP 401')
  await expect(openSocket(t, '/ws?v=2', { cookie: 'parley_session=nonsense' })).rejects.toThrow('HTTP 401')
  await expect(openSocket(t, '/ws', { authorization: 'token aa:bb' })).rejects.toThrow('HTTP 401')
})
