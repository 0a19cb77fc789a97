import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { apiKeyIsValid, readApiKey } from '../features/auth/authenticate.ts'
import { actorOfSession } from '../features/auth/load-actor.ts'
import { hashToken, sessionCookie } from '../features/auth/session.ts'
import { forbidden, signInFirst } from '../http/errors.ts'
import { endOfEvents, isAfter, isStillToCome, type Position, positionOf, readEvents } from '../spine/read.ts'
import { type Batch, loadBatch } from './batch.ts'
import { framesFor } from './frames.ts'
import type { Hub, Reader } from './hub.ts'
import { legacySender } from './legacy-sender.ts'

type SocketDeps = {
  db: Db
  hub: Hub
  clock: Clock
  epoch: string
  root_url: string
  present(actor: Actor): Promise<void>
}

/** Somebody this far behind fetches afresh instead of being told everything. */
const mostMissed = 1000
/** Bytes that wait for a slow reader; past that it is cut off, and catches up when it comes back. */
const mostWaiting = 4 * 1024 * 1024

/** `/ws` for old clients, `/ws?v=2[&cursor=…]` for ours (api-contract 7, product-decisions 8). */
export function socketRoutes(app: FastifyInstance, deps: SocketDeps): void {
  app.get<{ Querystring: { v?: string; cursor?: string } }>(
    '/ws',
    { websocket: true, preValidation: async (request) => mayConnect(request, deps.root_url) },
    (socket, request) => {
      const actor = mustBeSignedIn(request)
      const modern = request.query.v === '2'
      answerPings(socket, () => deps.present(actor))
      serve(socket, request, actor, modern, request.query.cursor, deps).catch((error: Error) => {
        request.log.warn({ reason: error.message }, 'a socket failed')
        socket.close(1011)
      })
    },
  )
}

/**
 * A page of another site, or of another subdomain, must not listen with a reader's cookie: browsers send it along on sockets and ask
 * nobody, but they say whose page it is.
 */
async function mayConnect(request: FastifyRequest, root_url: string): Promise<void> {
  const { origin } = request.headers
  if (origin !== undefined && !isOurs(origin, [request.host, new URL(root_url).host]))
    throw forbidden('Sockets are for pages of this site')
  // Readers outlive their request, and are looked at anew as the agent whose they are.
  if (mustBeSignedIn(request).scope?.inbox_ids)
    throw forbidden('API keys for some inboxes cannot listen. Use one for all inboxes, or webhooks')
}

const isOurs = (origin: string, hosts: string[]): boolean =>
  URL.canParse(origin) && hosts.includes(new URL(origin).host)

function mustBeSignedIn(request: FastifyRequest): Actor {
  if (!request.actor) throw signInFirst()
  return request.actor
}

async function serve(
  socket: WebSocket,
  request: FastifyRequest,
  actor: Actor,
  modern: boolean,
  cursor: string | undefined,
  deps: SocketDeps,
) {
  const send = (frame: unknown) => {
    if (socket.bufferedAmount > mostWaiting) return socket.terminate()
    socket.send(JSON.stringify(frame))
  }
  const legacy = legacySender(send)
  // Batches that arrive while the missed ones are read wait here, so that nothing is skipped or out of order.
  let waiting: Batch[] | null = []
  // What hello counted as known is not told again, though the node may be about to push it.
  let known: Position | null = null
  const deliver = (batch: Batch) => {
    const place = known
    const news = place ? { ...batch, events: batch.events.filter((event) => isAfter(event, place)) } : batch
    if (modern) for (const frame of framesFor(reader.actor, news, deps.epoch)) send(frame)
    else legacy.deliver(reader.actor, news)
  }
  const reader: Reader = {
    actor,
    isStillAllowed: () => sessionIsOpen(deps, request),
    push: (batch) => (waiting ? waiting.push(batch) : deliver(batch)),
    close: (why) => (why === 'over' ? socket.close(4401, 'The session is over') : socket.close(1001)),
  }
  const leave = deps.hub.join(reader)
  const heart = keepWatch(socket, () => deps.hub.refresh(reader))
  socket.on('close', () => {
    leave()
    legacy.stop()
    clearInterval(heart)
  })
  // Rights that changed between the request and joining were announced to nobody here.
  await deps.hub.refresh(reader)
  if (socket.readyState !== socket.OPEN) return

  if (modern) {
    const place = await placeInOurHistory(deps, cursor)
    const forget = cursor !== undefined && place === null
    const missed = place ? await readEvents(deps.db, place, mostMissed) : null
    const reload = cursor !== undefined && (!missed || missed.length === mostMissed)
    const last = missed?.at(-1)
    const now = last && !reload ? positionOf(last) : place && !reload ? place : await endOfEvents(deps.db)
    send({ type: 'hello', event_id: `${deps.epoch}.${now.xid}.${now.id}`, reload, forget })
    if (missed && missed.length > 0 && !reload) deliver(await loadBatch(deps.db, missed, deps.root_url))
    known = now
  }
  const late = waiting
  waiting = null
  for (const batch of late) deliver(batch)
}

async function sessionIsOpen({ db, clock }: SocketDeps, request: FastifyRequest): Promise<boolean> {
  const key = readApiKey(request.headers.authorization)
  if (key) return apiKeyIsValid(db, key)
  const token = request.cookies[sessionCookie] ?? ''
  const found = await actorOfSession(db, hashToken(token), clock.now())
  return found?.enabled === true && !found.owes_second_factor
}

const beatMs = 20_000

/** A connection that went without a word is cut after two beats, and a session that ran out is noticed at the next. */
function keepWatch(socket: WebSocket, refresh: () => Promise<void>): NodeJS.Timeout {
  let answered = true
  socket.on('pong', () => {
    answered = true
  })
  return setInterval(() => {
    if (!answered) return socket.terminate()
    answered = false
    socket.ping()
    refresh().catch(() => {}) // the database is away; the next beat looks again
  }, beatMs).unref()
}

/** Null for a cursor of another epoch, and for one that is ahead of us: files that were put back carry the same epoch. */
async function placeInOurHistory({ db, epoch }: SocketDeps, cursor: string | undefined) {
  const place = readCursor(cursor, epoch)
  return place && (await isStillToCome(db, place)) ? null : place
}

function readCursor(cursor: string | undefined, epoch: string): Position | null {
  const [itsEpoch, xid, id] = (cursor ?? '').split('.')
  // Longer ones are no numbers to PostgreSQL.
  return itsEpoch === epoch && xid && id && /^\d{1,19}$/.test(xid) && /^\d{1,15}$/.test(id)
    ? { xid, id: Number(id) }
    : null
}

function answerPings(socket: WebSocket, present: () => Promise<void>) {
  socket.on('message', (data, isBinary) => {
    if (isBinary) return socket.close(1003)
    if (data.toString() !== 'ping')
      return socket.send(JSON.stringify({ type: 'error', data: 'Only "ping" is understood here' }))
    socket.send('pong')
    present().catch(() => {}) // presence is renewed by the next ping
  })
}
