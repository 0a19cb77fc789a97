import { ServerEvent } from '@parley/contract/shared/server-events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { endSessions } from '../features/auth/sessions/session.ts'
import { lockById } from '../features/conversations/access.ts'
import { assignUser } from '../features/conversations/assign-user.ts'
import { setTags } from '../features/conversations/set-tags.ts'
import { readEvents } from '../spine/read-events.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { eventually, openSocket } from '../testing/web-sockets.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => t.stop())

const cookie = async (actor: Pick<Actor, 'id'>) => ({ cookie: `parley_session=${(await t.as(actor)).token}` })
const openCurrent = async (actor: Pick<Actor, 'id'>, cursor?: string) => {
  const socket = await openSocket(
    t,
    `/ws?v=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    await cookie(actor),
  )
  await socket.until((frames) => frames[0]?.type === 'hello')
  return socket
}
const openLegacy = async (actor: Pick<Actor, 'id'>) => {
  const socket = await openSocket(t, '/ws', await cookie(actor))
  socket.send('ping')
  await socket.until((frames) => frames.includes('pong'))
  return socket
}
const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`
const assignedOnlyPermissions = ['conversations:read', 'conversations:read_assigned', 'messages:read']
type Frame = {
  type: string
  event_id: string
  object: { uuid: string } & Record<string, unknown>
  data: Record<string, unknown>
}
// Created before the socket opened; its event may still arrive if another database of the server has an open
// transaction.
const framesAbout = (frames: Frame[], c: { uuid: string }) =>
  frames.filter(
    (frame) =>
      frame.type !== 'conversation.created' &&
      (frame.object?.uuid === c.uuid || frame.object?.conversation_uuid === c.uuid),
  )

/** An event that everyone receives. Once it arrives, everything before it has arrived too. */
async function barrier(...sockets: Pick<Awaited<ReturnType<typeof openCurrent>>, 'frames' | 'until'>[]) {
  const admin = await t.make.agent({ permissions: t.make.allPermissions })
  const seen = sockets.map((socket) => socket.frames.length)
  await (await t.as(admin)).post('/api/v1/tags', { name: `bell ${Math.random()}` })
  await Promise.all(
    sockets.map((socket, n) =>
      socket.until((frames) =>
        frames
          .slice(seen[n])
          .some((frame) => frame.type === 'lookup.changed' && frame.object.lookup === 'tags'),
      ),
    ),
  )
}

test('a change is sent to everyone who may see it, including its author, and to nobody else', async () => {
  const [ana, bo, stranger] = [
    await t.make.agent(),
    await t.make.agent(),
    await t.make.agent({ permissions: assignedOnlyPermissions }),
  ]
  const c = await t.make.conversation()
  const [anaSocket, boSocket, strangerSocket] = [
    await openCurrent(ana),
    await openCurrent(bo),
    await openCurrent(stranger),
  ]

  await (await t.as(ana)).put(path(c, '/priority'), { priority: 'High' })
  for (const socket of [anaSocket, boSocket]) {
    await socket.until((frames) => framesAbout(frames, c).length === 2)
    const [changed, line] = framesAbout(socket.frames, c)
    expect(changed).toMatchObject({
      type: 'conversation.changed',
      version: c.version + 1,
      object: { priority: 'High' },
    })
    expect(line).toMatchObject({
      type: 'message.created',
      object: { activity: { type: 'priority_changed' } },
    })
    for (const frame of socket.frames)
      expect(ServerEvent.safeParse(frame).error, JSON.stringify(frame)).toBeUndefined()
  }
  await barrier(strangerSocket)
  expect(framesAbout(strangerSocket.frames, c)).toEqual([])
})

test('without messages:read the conversation is sent but its messages are not', async () => {
  const ana = await t.make.agent()
  const reader = await t.make.agent({ permissions: ['conversations:read', 'conversations:read_all'] })
  const c = await t.make.conversation()
  const socket = await openCurrent(reader)
  await (await t.as(ana)).post(path(c, '/messages'), { message: '<p>secret</p>', private: true })
  await barrier(socket)
  expect(framesAbout(socket.frames, c).map((frame) => frame.type)).toEqual(['conversation.changed'])
})

test('a reader who loses access to a conversation is told that it is gone and receives nothing after that', async () => {
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

test('a socket requires a session', async () => {
  await expect(openSocket(t, '/ws', {})).rejects.toThrow('HTTP 401')
  await expect(openSocket(t, '/ws?v=2', { cookie: 'parley_session=nonsense' })).rejects.toThrow('HTTP 401')
  await expect(openSocket(t, '/ws', { authorization: 'token aa:bb' })).rejects.toThrow('HTTP 401')
})

test('a reconnecting browser receives exactly what it missed', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const first = await openCurrent(ana)
  const browser = await t.as(ana)
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await first.until((frames) => framesAbout(frames, c).length === 2)
  const cursor = first.frames.at(-1).event_id
  first.close()
  await first.untilClosed()

  await browser.put(path(c, '/priority'), { priority: 'Low' })
  const reconnected = await openCurrent(ana, cursor)
  await browser.put(path(c, '/status'), { status: 'Closed' })
  await reconnected.until((frames) => framesAbout(frames, c).length === 4)
  expect(reconnected.frames[0]).toMatchObject({ type: 'hello', reload: false })
  const lines = framesAbout(reconnected.frames, c).filter((frame) => frame.type === 'message.created')
  expect(lines.map((frame) => (frame.object.activity as { type: string }).type)).toEqual([
    'priority_changed',
    'status_changed',
  ])

  const atEnd = await openCurrent(ana, reconnected.frames.at(-1).event_id)
  await barrier(atEnd)
  expect(framesAbout(atEnd.frames, c)).toEqual([])
})

test('a cursor that is too old, from another database or invalid makes the browser reload', async () => {
  const ana = await t.make.agent()
  const start = (await openCurrent(ana)).frames[0].event_id
  const c = await t.make.conversation()
  await t.act(t.system, async (tx) => {
    for (let n = 0; n < 1000; n++)
      await tx.record({ type: 'conversation.noted', conversation: { before: c, after: c } })
  })
  const [epoch, xid, id] = start.split('.')
  // Events stay hidden while any older transaction of the cluster is open, including those of other tests.
  await expect
    .poll(async () => (await readEvents(t.db, { xid, id: Number(id) }, 1000)).length, { timeout: 15_000 })
    .toBe(1000)
  for (const [cursor, expectForget] of [
    [start, false],
    ['other.1.1', true],
    ['nonsense', true],
    ['', true],
    [`${epoch}.x.y`, true],
    [`${epoch}.${'9'.repeat(30)}.1`, true],
    // From a backup restored since: it has the same epoch.
    [`${epoch}.9000000000000000000.1`, true],
  ] as const) {
    const socket = await openCurrent(ana, cursor)
    expect([cursor, socket.frames[0]]).toMatchObject([
      cursor,
      { type: 'hello', reload: true, forget: expectForget },
    ])
    socket.close()
  }
  expect((await openCurrent(ana)).frames[0]).toMatchObject({ reload: false, forget: false })
})

test('read marks are sent to their owner only, in all tabs', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const [tab, other, boSocket] = [await openCurrent(ana), await openCurrent(ana), await openCurrent(bo)]
  await (await t.as(ana)).put(path(c, '/last-seen'))
  for (const socket of [tab, other])
    await socket.until((frames) =>
      frames.some((frame) => frame.type === 'conversation.seen' && frame.object.unread_message_count === 0),
    )
  await barrier(boSocket)
  expect(framesAbout(boSocket.frames, c)).toEqual([])
})

test("a saved view is sent to its owner's browsers and to nobody else", async () => {
  const [ana, bob] = [await t.make.agent(), await t.make.agent()]
  const [anaSocket, boSocket] = [await openCurrent(ana), await openCurrent(bob)]
  const filters = [{ field: 'tags', operator: 'set' }]
  await (await t.as(ana)).post('/api/v1/views/me', { name: 'Tagged', filters })
  await barrier(anaSocket, boSocket)
  const viewFrames = (socket: typeof anaSocket) =>
    socket.frames.filter((frame) => frame.type === 'lookup.changed' && frame.object.lookup === 'views')
  expect([viewFrames(anaSocket).length, viewFrames(boSocket).length]).toEqual([1, 0])
})

test('sign-ins notify nobody; a changed agent is sent to everyone', async () => {
  const watcher = await openCurrent(await t.make.agent())
  await t.send({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { email: 'ada@parley.test', password: 'Correct-horse-1' },
  })
  await barrier(watcher)
  const lookups = () =>
    watcher.frames.filter((frame) => frame.type === 'lookup.changed').map((frame) => frame.object.lookup)
  expect(lookups()).not.toContain('agents')
  await (await t.as(await t.make.agent())).put('/api/v1/agents/me/availability', { status: 'online' })
  await watcher.until(() => lookups().includes('agents'))
})

test('plain /ws sends the frames of old clients', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const [socket, stranger] = [
    await openLegacy(ana),
    await openLegacy(await t.make.agent({ permissions: assignedOnlyPermissions })),
  ]
  const browser = await t.as(ana)
  const team = await t.make.team()
  await browser.put(path(c, '/status'), { status: 'Resolved' })
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await browser.put(path(c, '/assignee/team'), { assignee_id: team.id })
  const note = (await browser.post(path(c, '/messages'), { message: '<p>Noted</p>', private: true })).body
    .data
  const props = () =>
    socket.frames
      .filter((frame) => frame.type === 'conversation_prop_update')
      .map((frame) => [frame.data.uuid, frame.data.prop, frame.data.value])
  await socket.until((frames) => frames.some((frame) => frame.data?.uuid === note.uuid))
  await socket.until(() => props().some(([, prop]) => prop === 'assigned_team_id'))
  const now = t.clock.now().toISOString().replace('.000', '')
  for (const [prop, value] of [
    ['status', 'Resolved'],
    ['resolved_at', now],
    ['priority', 'High'],
    ['assigned_team_id', team.id],
    ['assigned_user_id', null],
  ])
    expect(props()).toContainEqual([c.uuid, prop, value])
  expect(socket.frames.findLast((frame) => frame.type === 'new_message')).toEqual({
    type: 'new_message',
    data: {
      conversation_uuid: c.uuid,
      uuid: note.uuid,
      content: 'Noted',
      created_at: now,
      private: true,
      type: 'outgoing',
      sender_type: 'agent',
    },
  })
  const types = new Set(socket.frames.map((frame) => (typeof frame === 'string' ? frame : frame.type)))
  expect([...types].sort()).toEqual(['conversation_prop_update', 'new_message', 'pong'])
  expect(stranger.frames).toEqual(['pong'])
})

test('a changed delivery is sent to old clients as the message status', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation({ assigned_user_id: ana.id })
  const browser = await t.as(ana)
  const reply = (await browser.post(path(c, '/messages'), { message: '<p>Hi</p>', to: ['a@b.test'] })).body
    .data
  await t.db.updateTable('messages').set({ status: 'failed' }).where('uuid', '=', reply.uuid).execute()
  const socket = await openLegacy(ana)
  await browser.put(path(c, `/messages/${reply.uuid}/retry`))
  await socket.until((frames) => frames.some((frame) => frame.type === 'message_prop_update'))
  expect(socket.frames.find((frame) => frame.type === 'message_prop_update').data).toEqual({
    conversation_uuid: c.uuid,
    uuid: reply.uuid,
    prop: 'status',
    value: 'pending',
  })
})

test('"ping" is answered and marks presence; other text is an error; binary data closes the socket', async () => {
  const ana = await t.make.agent()
  const socket = await openLegacy(ana)
  const status = async () =>
    await t.db
      .selectFrom('agents')
      .select(['availability_status', 'last_active_at'])
      .where('id', '=', ana.id)
      .executeTakeFirstOrThrow()
  await eventually(async () => (await status()).availability_status === 'online')
  expect((await status()).last_active_at).toEqual(t.clock.now())
  socket.send('hello')
  await socket.until((frames) =>
    frames.some((frame) => frame.type === 'error' && typeof frame.data === 'string'),
  )
  socket.send(Buffer.from([1, 2, 3]))
  expect(await socket.untilClosed()).toBe(1003)
})

test('an own note stays read in all windows of its author and is unread for others', async () => {
  const ana = await t.make.agent()
  const bo = await t.make.agent()
  const c = await t.make.conversation()
  const browser = await t.as(ana)
  await browser.put(path(c, '/last-seen'))
  const [anaSocket, boSocket] = [await openCurrent(ana), await openCurrent(bo)]

  await browser.post(path(c, '/messages'), { private: true, message: '<p>Called them.</p>' })

  await anaSocket.until((frames) => frames.some((frame) => frame.type === 'conversation.seen'))
  await barrier(anaSocket, boSocket)
  const framesToAna = anaSocket.frames.filter((frame: Frame) => frame.type === 'conversation.seen')
  expect(framesToAna.at(-1)?.object).toMatchObject({
    uuid: c.uuid,
    unread_message_count: 0,
    unread_counter: 2,
  })
  expect(boSocket.frames.some((frame: Frame) => frame.type === 'conversation.seen')).toBe(false)
  const unreadFor = async (actor: Pick<Actor, 'id'>) =>
    (await (await t.as(actor)).get(path(c))).body.data.unread_message_count
  expect(await unreadFor(ana)).toBe(0)
  expect(await unreadFor(bo)).toBe(2)
})

test("a page of another site cannot open a socket with a reader's cookie", async () => {
  const { port } = t.app.server.address() as { port: number } // listens on TCP
  const headers = await cookie(await t.make.agent())
  for (const origin of ['https://evil.test', `http://127.0.0.1:${port + 1}`, 'null', 'nonsense'])
    await expect(openSocket(t, '/ws?v=2', { ...headers, origin })).rejects.toThrow('HTTP 403')
  const sameOrigin = await openSocket(t, '/ws?v=2', { ...headers, origin: `http://127.0.0.1:${port}` })
  await sameOrigin.until((frames) => frames[0]?.type === 'hello')
  // As behind a proxy that does not pass on the public host name.
  await openSocket(t, '/ws?v=2', { ...headers, origin: 'http://desk.parley.test' })
})

test('a server that shuts down tells browsers to reconnect, not to sign in again', async () => {
  const other = await startTestApp()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const ana = await other.make.agent()
  const socket = await openSocket(other, '/ws?v=2', {
    cookie: `parley_session=${(await other.as(ana)).token}`,
  })
  await socket.until((frames) => frames[0]?.type === 'hello')
  await other.stop()
  expect(await socket.untilClosed()).toBe(1001)
})
