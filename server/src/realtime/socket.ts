import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { forbidden, signInRequired } from '../http/errors.ts'
import { readSocketCredentials } from '../identity/socket-credentials.ts'
import {
  getEndPosition,
  isAfter,
  isFuturePosition,
  type Position,
  positionOf,
  readEvents,
} from '../spine/read-events.ts'
import { isInAudience } from './audience.ts'
import type { Batch } from './event-batch.ts'
import { createFrameWriter } from './frame-writer.ts'
import { framesFor, writeCursor } from './frames.ts'
import type { Hub } from './hub.ts'
import { legacySender } from './legacy-sender.ts'
import { limitOpenings, type Openings } from './limit-openings.ts'
import { receivePresence } from './receive-presence.ts'
import type { Subscriber } from './subscriber.ts'

type SocketDeps = {
  db: Db
  hub: Hub
  clock: Clock
  epoch: string
  root_url: string
  openings: Openings
  markPresent(actor: Actor): Promise<void>
}

/** A client further behind than this many events reloads instead of catching up. */
const maxMissedEvents = 1000
/** Missed events that are loaded at once. Those of messages come with their content. */
const missedPerBatch = 50

/** Call it before anything that costs a query for a request. `socketRoutes` needs what it returns. */
export function admitSockets(app: FastifyInstance): Openings {
  const openings = limitOpenings()
  app.addHook('onRequest', async ({ ws, raw }, reply) => {
    if (ws && !(await openings.enter(raw.socket))) reply.hijack()
  })
  return openings
}

/** `/ws` for old clients, `/ws?v=2[&cursor=…]` for ours (docs/spec/wire.md#sockets, docs/spec/product-decisions.md#sockets). */
export function socketRoutes(app: FastifyInstance, deps: SocketDeps): void {
  app.get<{ Querystring: { v?: string; cursor?: string } }>(
    '/ws',
    { websocket: true, preValidation: async (request) => assertMayConnect(request, deps.root_url) },
    (socket, request) => {
      const actor = getSignedInActor(request)
      const isCurrentProtocol = request.query.v === '2'
      serve(socket, request, actor, isCurrentProtocol, request.query.cursor, deps)
        .catch((error: Error) => {
          request.log.warn({ reason: error.message }, 'a socket failed')
          socket.close(1011)
        })
        .finally(() => deps.openings.leave(request.raw.socket))
    },
  )
}

/**
 * A page of another site or subdomain must not listen with a reader's cookie. Browsers send the cookie with any socket,
 * without a CORS check, but they do send the page's origin.
 */
async function assertMayConnect(request: FastifyRequest, root_url: string): Promise<void> {
  const { origin } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, [request.host, new URL(root_url).host]))
    throw forbidden('Sockets can only be opened by pages of this site')
  // Sockets outlive their request and are re-authorised as the agent, without the key's inbox scope.
  if (getSignedInActor(request).scope?.inbox_ids)
    throw forbidden(
      'API keys limited to some inboxes can’t open sockets. Use one for all inboxes, or webhooks',
    )
}

const isOwnOrigin = (origin: string, hosts: string[]): boolean =>
  URL.canParse(origin) && hosts.includes(new URL(origin).host)

function getSignedInActor(request: FastifyRequest): Actor {
  if (!request.actor) throw signInRequired()
  return request.actor
}

async function serve(
  socket: WebSocket,
  request: FastifyRequest,
  actor: Actor,
  isCurrentProtocol: boolean,
  cursor: string | undefined,
  deps: SocketDeps,
) {
  const writer = createFrameWriter(socket, request.socket)
  const legacy = legacySender((frame) => writer.write([frame]))
  // Batches that arrive while missed events are sent wait here, so that nothing is skipped or out of order.
  const backlog: Batch[] = []
  let isCatchingUp = true
  // Events that `resume` found are not delivered again, even if the hub is about to push them.
  let deliveredUpTo: Position | null = null
  /** What the client has received. Null until `hello`; frames of no event repeat it. */
  let cursorOfClient: string | null = null
  const moveCursor = ({ events }: Batch) => {
    const last = events.at(-1)
    if (last && cursorOfClient) cursorOfClient = writeCursor(deps.epoch, positionOf(last))
  }
  const deliver = (batch: Batch) => {
    if (!isCurrentProtocol) legacy.deliver(subscriber.actor, batch)
    else if (cursorOfClient) writer.write(framesFor(subscriber.actor, batch, deps.epoch, cursorOfClient))
    moveCursor(batch)
  }
  const deliverPaced = async (batch: Batch) => {
    if (!cursorOfClient) return deliver(batch)
    const frames = framesFor(subscriber.actor, batch, deps.epoch, cursorOfClient)
    await writer.writePaced(frames, ({ event_id }) => {
      cursorOfClient = event_id
    })
    moveCursor(batch)
  }
  const subscriber: Subscriber = {
    actor,
    credentials: readSocketCredentials(request, actor.id),
    push: (batch) => (isCatchingUp ? backlog.push(batch) : deliver(eventsAfter(deliveredUpTo, batch))),
    pushDraft: (object) => {
      if (cursorOfClient)
        writer.write([{ type: 'draft.changed', event_id: cursorOfClient, version: object.revision, object }])
    },
    // A client that catches up gets all of it afterwards.
    pushPresence: (change) => {
      if (isCurrentProtocol && !isCatchingUp && isInAudience(subscriber.actor, change.audience))
        writer.write([change.frame])
    },
    close: (why) => (why === 'over' ? socket.close(4401, 'The session has ended') : socket.close(1001)),
  }
  const unsubscribe = deps.hub.join(subscriber)
  const presence = receivePresence(deps, subscriber)
  answerMessages(socket, {
    onPing: () => void deps.markPresent(actor).catch(() => {}), // the next ping renews it
    onFrame: isCurrentProtocol ? presence.receive : () => false,
  })
  const heartbeat = startHeartbeat(socket)
  socket.on('close', () => {
    unsubscribe()
    presence.close()
    legacy.stop()
    clearInterval(heartbeat)
  })
  // Permission changes between the request and joining the hub were not announced to this socket.
  await deps.hub.refresh(subscriber)
  if (socket.readyState !== socket.OPEN) return

  if (isCurrentProtocol) {
    const { from, reload, forget, missed } = await resume(deps, cursor)
    cursorOfClient = writeCursor(deps.epoch, from)
    writer.write([{ type: 'hello', event_id: cursorOfClient, reload, forget }])
    for (let n = 0; n < missed.length; n += missedPerBatch) {
      if (n > 0 && !(await deps.openings.enter(request.raw.socket))) return
      const batch = await deps.hub.load(missed.slice(n, n + missedPerBatch))
      deps.openings.leave(request.raw.socket) // nobody waits for a client that reads slowly
      await deliverPaced(batch)
    }
    const last = missed.at(-1)
    deliveredUpTo = last ? positionOf(last) : from
  }
  deps.openings.leave(request.raw.socket)
  for (let batch = backlog.shift(); batch; batch = backlog.shift())
    await deliverPaced(eventsAfter(deliveredUpTo, batch))
  isCatchingUp = false
  for (const change of deps.hub.presence.current()) subscriber.pushPresence(change)
}

const eventsAfter = (position: Position | null, batch: Batch): Batch =>
  position ? { ...batch, events: batch.events.filter((event) => isAfter(event, position)) } : batch

/**
 * Where a client with this cursor continues: with what it missed, or by reloading everything. `from` is what it has then, before what it
 * missed arrives: if the connection breaks until then, it must get that again.
 */
async function resume(deps: SocketDeps, cursor: string | undefined) {
  const position = await findKnownPosition(deps, cursor)
  const forget = cursor !== undefined && position === null
  const missed = position ? await readEvents(deps.db, position, maxMissedEvents) : []
  const reload = forget || missed.length === maxMissedEvents
  if (reload || !position) return { from: await getEndPosition(deps.db), reload, forget, missed: [] }
  return { from: position, reload, forget, missed }
}

const heartbeatMs = 20_000

/** Closes a connection after two unanswered heartbeats. */
function startHeartbeat(socket: WebSocket): NodeJS.Timeout {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  return setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeatMs).unref()
}

/** Null for a cursor of another epoch, or one ahead of our events: a restored backup has the same epoch. */
async function findKnownPosition({ db, epoch }: SocketDeps, cursor: string | undefined) {
  const position = readCursor(cursor, epoch)
  return position && (await isFuturePosition(db, position)) ? null : position
}

function readCursor(cursor: string | undefined, epoch: string): Position | null {
  const [cursorEpoch, xid, id] = (cursor ?? '').split('.')
  // Longer numbers are out of range in PostgreSQL.
  return cursorEpoch === epoch && xid && id && /^\d{1,19}$/.test(xid) && /^\d{1,15}$/.test(id)
    ? { xid, id: Number(id) }
    : null
}

/** `onFrame` returns false for a message that it doesn't understand. */
function answerMessages(
  socket: WebSocket,
  { onPing, onFrame }: { onPing: () => void; onFrame: (text: string) => boolean },
) {
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003)
    const text = data.toString()
    if (text === 'ping') {
      socket.send('pong')
      onPing()
    } else if (!onFrame(text))
      socket.send(JSON.stringify({ type: 'error', data: 'Only "ping" is supported' }))
  })
}
