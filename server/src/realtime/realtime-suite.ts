import { afterAll, beforeAll } from 'vitest'
import type { Actor } from '../actor.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { waitUntilEventsReadable } from '../testing/wait-for-events.ts'
import { openSocket } from '../testing/web-sockets.ts'

export let t: TestApp

export const cookie = async (actor: Pick<Actor, 'id'>) => ({
  cookie: `parley_session=${(await t.as(actor)).token}`,
})

/** Receives only what happens from now on, or after the cursor. */
export const openCurrent = async (actor: Pick<Actor, 'id'>, cursor?: string) => {
  await waitUntilEventsReadable(t.db)
  const socket = await openSocket(
    t,
    `/ws?v=2${cursor === undefined ? '' : `&cursor=${cursor}`}`,
    await cookie(actor),
  )
  await socket.until((frames) => frames[0]?.type === 'hello')
  return socket
}

export const openLegacy = async (actor: Pick<Actor, 'id'>) => {
  await waitUntilEventsReadable(t.db)
  const socket = await openSocket(t, '/ws', await cookie(actor))
  socket.send('ping')
  await socket.until((frames) => frames.includes('pong'))
  return socket
}

export const path = (c: { uuid: string }, rest = '') => `/api/v1/conversations/${c.uuid}${rest}`

export const assignedOnlyPermissions = ['conversations:read', 'conversations:read_assigned', 'messages:read']

export type Frame = {
  type: string
  event_id: string
  object: { uuid: string } & Record<string, unknown>
  data: Record<string, unknown>
}

export const framesAbout = (frames: Frame[], c: { uuid: string }) =>
  frames.filter((frame) => frame.object?.uuid === c.uuid || frame.object?.conversation_uuid === c.uuid)

/** An event that everyone receives. Once it arrives, everything before it has arrived too. */
export async function barrier(
  ...sockets: Pick<Awaited<ReturnType<typeof openCurrent>>, 'frames' | 'until'>[]
) {
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

export function setUpRealtime() {
  beforeAll(async () => {
    t = await startTestApp()
    await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => t.stop())
}
