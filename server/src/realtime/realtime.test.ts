import { ServerEvent } from '@parley/contract/shared/server-events'
import { expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { readEvents } from '../spine/read-events.ts'
import { startTestApp } from '../testing/test-app.ts'
import { waitUntilEventsReadable } from '../testing/wait-for-events.ts'
import { eventually, openSocket } from '../testing/web-sockets.ts'
import {
  assignedOnlyPermissions,
  barrier,
  cookie,
  type Frame,
  framesAbout,
  openCurrent,
  openLegacy,
  path,
  setUpRealtime,
  t,
} from './realtime-suite.ts'

setUpRealtime()

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

test('a connection that breaks between any two frames loses none of those that would have followed', async () => {
  const ana = await t.make.agent()
  const c = await t.make.conversation()
  const browser = await t.as(ana)
  const [{ event_id: start }] = (await openCurrent(ana)).frames
  await browser.put(path(c, '/priority'), { priority: 'High' })
  await browser.put(path(c, '/status'), { status: 'Closed' })
  // Of a conversation, whichever version is current then.
  const describeFrame = ({ type, object }: Frame) => `${type} ${object?.uuid}`
  const missed = await openCurrent(ana, start)
  // Two events with two frames each, after hello.
  await missed.until((frames) => framesAbout(frames, c).length === 4)
  const live = await openCurrent(ana)
  await browser.put(path(c, '/priority'), { priority: 'Low' })
  await live.until((frames) => framesAbout(frames, c).length === 2)
  for (const { frames } of [missed, live]) {
    const events = frames.filter((frame) => frame.type !== 'presence.changed')
    for (const [n, frame] of events.entries()) {
      const again = await openCurrent(ana, frame.event_id)
      const expected = events.slice(n + 1).map(describeFrame)
      await again.until((others) => expected.every((text) => others.map(describeFrame).includes(text)))
      again.close()
    }
  }
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
  await waitUntilEventsReadable(t.db)
  expect(await readEvents(t.db, { xid, id: Number(id) }, 1000)).toHaveLength(1000)
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

test('sign-ins notify no one; a changed agent is sent to everyone', async () => {
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
