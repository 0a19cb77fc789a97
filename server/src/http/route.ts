import type { Endpoint } from '@parley/contract/shared/endpoint'
import { acceptsIfMatch, returnsEtag } from '@parley/contract/shared/object-versions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import type { Replica } from '../db/replica.ts'
import { retryConflicts } from '../db/retry-conflicts.ts'
import type { Act, Tx } from '../db/transaction.ts'
import { forbidden, secondFactorRequired, signInRequired } from './errors.ts'
import { withIdempotencyKey } from './idempotency.ts'
import { routeSchema } from './route-schema.ts'
import { assertVersion, type VersionedResource, versionOf } from './versions.ts'

type Input<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  request: FastifyRequest
  reply: FastifyReply
}
type Result<E extends Endpoint> = Promise<z.input<E['response']>>

/**
 * Registers contract endpoints. A handler's arguments determine what it can do: a Db only reads, a Tx writes. Calls that take
 * If-Match also specify the versioned object.
 */
export type Routes = {
  /** No sign-in required; `actor` is set if someone is signed in. */
  public<E extends Endpoint>(
    endpoint: E,
    handler: (db: Db, input: Input<E> & { actor: Actor | null }) => Result<E>,
  ): void
  /** Repeated after a deadlock with a migration. */
  read<E extends Endpoint>(
    endpoint: E,
    handler: (db: Db, input: Input<E> & { actor: Actor }) => Result<E>,
  ): void
  /** One transaction as the signed-in agent; POSTs honour Idempotency-Key. */
  write<E extends Endpoint>(
    endpoint: E,
    handler: (tx: Tx, input: Input<E>) => Result<E>,
    object?: VersionedResource,
  ): void
  /** Like `write`, with slow work that needs no database done first, so that it holds no locks. */
  writePrepared<E extends Endpoint, Prepared>(
    endpoint: E,
    prepare: (input: Input<E>) => Promise<Prepared>,
    handler: (tx: Tx, input: Input<E> & { prepared: Prepared }) => Result<E>,
  ): void
  /** For calls that do their own I/O (uploads, connection tests): receives `act` instead of a transaction. */
  act<E extends Endpoint>(
    endpoint: E,
    handler: (act: Act, input: Input<E> & { actor: Actor; db: Db }) => Result<E>,
    object?: VersionedResource,
  ): void
}

export function createRoutes(
  app: FastifyInstance,
  db: Db,
  act: Act,
  /** Throws when the disk is too full to store more. */
  assertRoom: () => Promise<void> = async () => {},
): Routes {
  const register = createRegistrar(app, assertRoom)
  /** Every transaction of the call first checks the version. */
  const actWithVersionCheck =
    (object: VersionedResource, request: FastifyRequest): Act =>
    (actor, work) =>
      act(actor, async (tx) => {
        await assertVersion(tx, request, object)
        return work(tx)
      })
  const inputOf = <E extends Endpoint>(request: FastifyRequest, reply: FastifyReply) =>
    // Fastify validated all three against the endpoint's schemas.
    ({ params: request.params, query: request.query, body: request.body, request, reply }) as Input<E>

  return {
    public: (e, handler) =>
      register(e, (request, reply) =>
        handler(db, { ...inputOf<typeof e>(request, reply), actor: request.actor }),
      ),
    read: (e, handler) =>
      register(e, (request, reply) =>
        retryConflicts(
          () => handler(db, { ...inputOf<typeof e>(request, reply), actor: requireActor(request) }),
          () => !reply.raw.headersSent,
        ),
      ),
    write: (e, handler, object) =>
      register(
        e,
        (request, reply) =>
          act(requireActor(request), async (tx) => {
            if (object) await assertVersion(tx, request, object)
            const answer = await withIdempotencyKey(tx, e, request, () =>
              handler(tx, inputOf<typeof e>(request, reply)),
            )
            // For changes that only return `true`.
            if (object && answer === true && e.method === 'PUT')
              reply.header('etag', versionOf(object.get, await object.load(tx, request.params)))
            setEventId(reply, tx)
            return answer
          }),
        object,
      ),
    writePrepared: (e, prepare, handler) =>
      register(e, async (request, reply) => {
        const actor = requireActor(request)
        const validated = inputOf<typeof e>(request, reply)
        const prepared = await prepare(validated)
        return act(actor, async (tx) => {
          const answer = await withIdempotencyKey(tx, e, request, () =>
            handler(tx, { ...validated, prepared }),
          )
          setEventId(reply, tx)
          return answer
        })
      }),
    act: (e, handler, object) =>
      register(
        e,
        (request, reply) =>
          handler(object ? actWithVersionCheck(object, request) : act, {
            ...inputOf<typeof e>(request, reply),
            actor: requireActor(request),
            db,
          }),
        object,
      ),
  }
}

/** Tells the caller which change it made, so that exactly this one can be undone. */
function setEventId(reply: FastifyReply, tx: Tx): void {
  const { id } = tx.firstEvent
  if (id !== null) reply.header('x-event-id', id)
}

/** Adds an endpoint to the server: its schema, who may call it, and its response. */
function createRegistrar(app: FastifyInstance, assertRoom: () => Promise<void>) {
  return <E extends Endpoint>(
    e: E,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    object?: VersionedResource,
  ) => {
    if (acceptsIfMatch(e) && !object)
      throw new Error(`${e.method} ${e.path} takes If-Match, but no versioned object is given`)
    app.route({
      method: e.method,
      url: e.path,
      config: { endpoint: e },
      schema: routeSchema(e),
      // Before the body is read: unauthorised callers learn nothing about the expected input.
      onRequest: async (request) => {
        if (e.allowed_before_second_factor) request.actor ??= request.pendingActor
        if (e.access !== 'public' && !request.actor && request.pendingActor) throw secondFactorRequired()
        assertAllowed(e, request.actor)
        if (needsDiskSpace(e)) await assertRoom()
      },
      handler: async (request, reply) => {
        const data = await handler(request, reply)
        if (returnsEtag(e) && typeof data === 'object' && data) reply.header('etag', versionOf(e, data))
        // A file that is streamed may have been sent in part only.
        return reply.sent || reply.raw.headersSent ? reply : { status: 'success', data }
      },
    })
  }
}

/** The same routes, with reads on the replica. Their data may be some seconds old. */
export const readFromReplica = (routes: Routes, replica: Replica | null): Routes =>
  replica
    ? {
        ...routes,
        read: (endpoint, handler) =>
          routes.read(endpoint, (db, input) => replica.read(db, (reader) => handler(reader, input))),
      }
    : routes

/** For calls that only return `true`. */
export const done = (work: Promise<unknown>): Promise<true> => work.then(() => true)

/** Signing in, one's own account and deletions still work on a full disk, so that someone can free space. */
const needsDiskSpace = (e: Endpoint) =>
  (e.method === 'POST' || e.method === 'PUT') &&
  e.access !== 'public' &&
  e.tag !== 'auth' &&
  e.tag !== 'account'

function assertAllowed(e: Endpoint, actor: Actor | null) {
  if (e.access === 'public') return
  if (!actor) throw signInRequired()
  if (actor.scope?.read_only && e.method !== 'GET') throw forbidden(readOnlyRefusal)
  if (actor.kind === 'api_key' && e.api_keys === 'never') throw forbidden(signInOnlyRefusal)
  if (actor.scope?.inbox_ids && e.api_keys === 'all_inboxes') throw forbidden(allInboxesRefusal)
  if (e.access !== 'agent' && !actor.permissions.has(e.access)) throw forbidden()
}

const readOnlyRefusal = 'This API key is read-only. Create one that can write, or use another'
const signInOnlyRefusal = 'API keys can’t do this. Sign in to do it'
const allInboxesRefusal = 'API keys limited to some inboxes can’t change accounts. Use one for all inboxes'

function requireActor(request: FastifyRequest): Actor {
  if (!request.actor) throw signInRequired()
  return request.actor
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** Signed in, but must set up a second factor before anything else; `actor` is null then. */
    pendingActor: Actor | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
