import { PresenceFrame } from '@parley/contract/shared/server-events'
import { expect, test } from 'vitest'
import type { Actor } from '../actor.ts'
import { eventually } from '../testing/web-sockets.ts'
import { startPresence } from './presence.ts'
import {
  assignedOnlyPermissions,
  barrier,
  openCurrent,
  openLegacy,
  path,
  setUpRealtime,
  t,
} from './realtime-suite.ts'

setUpRealtime()

type Socket = Awaited<ReturnType<typeof openCurrent>>
const announce = (socket: Socket, object: { uuid: string; activity: string } | null) =>
  socket.send(JSON.stringify({ type: 'presence', object }))
const viewing = (c: { uuid: string }) => ({ uuid: c.uuid, activity: 'viewing' })
const presenceOf = (socket: Socket, c: { uuid: string }) =>
  socket.frames.findLast((frame) => frame.type === 'presence.changed' && frame.object.uuid === c.uuid)?.object
    .agents
const untilPresent = (socket: Socket, c: { uuid: string }, ...agents: { id: number; activity: string }[]) =>
  eventually(
    () => JSON.stringify(presenceOf(socket, c)) === JSON.stringify(agents),
    () => JSON.stringify(socket.frames),
  )
const as = (actor: Pick<Actor, 'id'>, activity: string) => ({ id: actor.id, activity })

test('colleagues see who views, replies and writes a note, until they leave or disconnect', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const [anaSocket, boSocket] = [await openCurrent(ana), await openCurrent(bo)]
  for (const activity of ['viewing', 'replying', 'noting']) {
    announce(boSocket, { uuid: c.uuid, activity })
    await untilPresent(anaSocket, c, as(bo, activity))
  }
  announce(boSocket, null)
  await untilPresent(anaSocket, c)
  announce(boSocket, viewing(c))
  await untilPresent(anaSocket, c, as(bo, 'viewing'))
  boSocket.close()
  await untilPresent(anaSocket, c)
  for (const frame of anaSocket.frames.filter(({ type }) => type === 'presence.changed'))
    expect(PresenceFrame.safeParse(frame).error).toBeUndefined()
})

test('a browser that connects later learns who is there', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const boSocket = await openCurrent(bo)
  announce(boSocket, viewing(c))
  await untilPresent(boSocket, c, as(bo, 'viewing'))
  await untilPresent(await openCurrent(ana), c, as(bo, 'viewing'))
})

test('an agent with the conversation open twice is shown once, with what they write', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const [anaSocket, first, second] = [await openCurrent(ana), await openCurrent(bo), await openCurrent(bo)]
  announce(first, { uuid: c.uuid, activity: 'replying' })
  await untilPresent(anaSocket, c, as(bo, 'replying'))
  announce(second, viewing(c))
  second.close()
  announce(first, viewing(c))
  await untilPresent(anaSocket, c, as(bo, 'viewing'))
})

test('those who may not see the conversation neither see who is there nor appear there', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const stranger = await t.make.agent({ permissions: assignedOnlyPermissions })
  const c = await t.make.conversation()
  const [anaSocket, boSocket, strangerSocket] = [
    await openCurrent(ana),
    await openCurrent(bo),
    await openCurrent(stranger),
  ]
  announce(strangerSocket, viewing(c))
  announce(boSocket, viewing(c))
  await untilPresent(anaSocket, c, as(bo, 'viewing'))
  await barrier(strangerSocket)
  expect(presenceOf(strangerSocket, c)).toBeUndefined()
})

test('an agent who loses sight of the conversation no longer sees who joins it', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const leaver = await t.make.agent({ permissions: assignedOnlyPermissions })
  const c = await t.make.conversation({ assigned_user_id: leaver.id })
  const [anaSocket, boSocket, leaverSocket] = [
    await openCurrent(ana),
    await openCurrent(bo),
    await openCurrent(leaver),
  ]
  announce(boSocket, viewing(c))
  await untilPresent(leaverSocket, c, as(bo, 'viewing'))
  await (await t.as(ana)).put(path(c, '/assignee/user'), { assignee_id: ana.id })
  await barrier(leaverSocket, boSocket)
  announce(boSocket, { uuid: c.uuid, activity: 'replying' })
  await untilPresent(anaSocket, c, as(bo, 'replying'))
  await barrier(leaverSocket)
  expect(presenceOf(leaverSocket, c)).toEqual([as(bo, 'viewing')])
})

test('who has a conversation in the trash open is for those who may see the trash', async () => {
  const remover = await t.make.agent({ permissions: t.make.allPermissions })
  const [ana, bo] = [
    await t.make.agent({ permissions: t.make.allPermissions }),
    await t.make.agent({
      permissions: t.make.allPermissions.filter((permission) => permission !== 'conversations:delete'),
    }),
  ]
  const c = await t.make.conversation()
  const [removerSocket, anaSocket, boSocket] = [
    await openCurrent(remover),
    await openCurrent(ana),
    await openCurrent(bo),
  ]
  announce(removerSocket, viewing(c))
  await untilPresent(boSocket, c, as(remover, 'viewing'))
  await (await t.as(remover)).del(path(c))
  await barrier(anaSocket, boSocket)

  announce(removerSocket, { uuid: c.uuid, activity: 'noting' })
  await untilPresent(anaSocket, c, as(remover, 'noting'))
  await barrier(boSocket)
  expect(presenceOf(boSocket, c)).toEqual([as(remover, 'viewing')])
  // A browser that connects to the trash learns of it in the same way, and those who may not see it announce nothing.
  const [anaLater, boLater] = [await openCurrent(ana), await openCurrent(bo)]
  await untilPresent(anaLater, c, as(remover, 'noting'))
  announce(boLater, viewing(c))
  announce(removerSocket, viewing(c))
  await untilPresent(anaLater, c, as(remover, 'viewing'))
  await barrier(boLater)
  expect(presenceOf(boLater, c)).toBeUndefined()
})

test('who has a merged conversation open is for those who may see the one that it is read in', async () => {
  const [ana, bo] = [
    await t.make.agent({ permissions: t.make.allPermissions }),
    await t.make.agent({ permissions: t.make.allPermissions }),
  ]
  const owner = await t.make.agent({ permissions: assignedOnlyPermissions })
  const c = await t.make.conversation({ assigned_user_id: owner.id })
  const middle = await t.make.conversation({ assigned_user_id: owner.id })
  const target = await t.make.conversation({ assigned_user_id: ana.id })
  const [anaSocket, boSocket, ownerSocket] = [
    await openCurrent(ana),
    await openCurrent(bo),
    await openCurrent(owner),
  ]
  const browser = await t.as(ana)
  const assign = (agent: Pick<Actor, 'id'>) =>
    browser.put(path(target, '/assignee/user'), { assignee_id: agent.id })
  /** Does it, then announces, and returns what the owner sees: the announcement, or the one before. */
  const ownerSeesAfter = async (verb: () => Promise<unknown>, activity: string, socket = boSocket) => {
    await verb()
    await barrier(anaSocket, ownerSocket)
    announce(socket, { uuid: c.uuid, activity })
    await untilPresent(anaSocket, c, as(bo, activity))
    await barrier(ownerSocket)
    return presenceOf(ownerSocket, c)
  }
  const merge = (from: { uuid: string }, into: { uuid: string }) => () =>
    browser.post(path(from, '/merge'), { into: into.uuid })

  expect(await ownerSeesAfter(merge(c, middle), 'viewing')).toEqual([as(bo, 'viewing')])
  expect(await ownerSeesAfter(merge(middle, target), 'noting'), 'merged').toEqual([as(bo, 'viewing')])
  expect(await ownerSeesAfter(() => assign(owner), 'replying'), 'target assigned').toEqual([
    as(bo, 'replying'),
  ])
  expect(await ownerSeesAfter(() => assign(ana), 'noting'), 'target taken').toEqual([as(bo, 'replying')])
  const reconnected = await openCurrent(owner)
  boSocket.close()
  await untilPresent(anaSocket, c)
  const later = await openCurrent(bo)
  announce(later, { uuid: c.uuid, activity: 'viewing' })
  announce(reconnected, { uuid: c.uuid, activity: 'viewing' })
  await untilPresent(anaSocket, c, as(bo, 'viewing'))
  await barrier(reconnected)
  expect(presenceOf(reconnected, c)).toBeUndefined()
  expect(
    await ownerSeesAfter(() => browser.post(path(middle, '/unmerge'), {}), 'noting', later),
    'unmerged',
  ).toEqual([as(bo, 'noting')])
})

test('older clients get no presence, and malformed announcements are answered with an error', async () => {
  const [ana, bo] = [await t.make.agent(), await t.make.agent()]
  const c = await t.make.conversation()
  const [anaSocket, legacy] = [await openCurrent(ana), await openLegacy(bo)]
  announce(anaSocket, viewing(c))
  await untilPresent(anaSocket, c, as(ana, 'viewing'))
  announce(legacy, viewing(c))
  await legacy.until((frames) => frames.some((frame) => frame.type === 'error'))
  expect(legacy.frames.some((frame) => frame.type === 'presence.changed')).toBe(false)
  for (const text of ['{', '{"type":"presence","object":{"uuid":"1"}}', '{"type":"typing"}'])
    anaSocket.send(text)
  await anaSocket.until((frames) => frames.filter((frame) => frame.type === 'error').length === 3)
})

test('an announcement that is not repeated expires', async () => {
  const changes: number[] = []
  const presence = startPresence(({ frame }) => changes.push(frame.object.agents.length), 20)
  const announcement = {
    agent_id: 1,
    uuid: 'a',
    root_uuid: 'a',
    activity: 'viewing' as const,
    audience: { access_keys: { user: null, team: null }, is_trashed: false },
  }
  presence.announce({}, announcement)
  await eventually(() => changes.length === 2)
  expect(changes).toEqual([1, 0])
})

test('repeating an announcement is not a change', () => {
  const changes: unknown[] = []
  const presence = startPresence((change) => changes.push(change))
  const announcement = {
    agent_id: 1,
    uuid: 'a',
    root_uuid: 'a',
    activity: 'viewing' as const,
    audience: { access_keys: { user: null, team: null }, is_trashed: false },
  }
  const connection = {}
  for (let n = 0; n < 3; n++) presence.announce(connection, announcement)
  expect(changes).toHaveLength(1)
  presence.stop()
})
