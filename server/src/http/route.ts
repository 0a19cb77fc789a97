import type { Endpoint } from '@parley/contract/endpoint'
import { answersVersion, takesVersion } from '@parley/contract/versions'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import type { Act, Tx } from '../db/transact.ts'
import { forbidden, secondFactorFirst, signInFirst } from './errors.ts'
import { once } from './idempotency.ts'
import { routeSchema } from './route-schema.ts'
import { assertVersion, type Versioned, versionOf } from './versions.ts'

type Input<E extends Endpoint> = {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  request: FastifyRequest
  reply: FastifyReply
}
type Answer<E extends Endpoint> = Promise<z.input<E['response']>>

/**
 * Registers contract endpoints. What a handler is given decides what it can do: a Db only reads, a Tx writes. Calls that take If-Match are
 * given the object that it is about.
 */
export type Routes = {
  /** No sign-in asked; the actor is there when somebody is signed in. */
  open<E extends Endpoint>(
    endpoint: E,
    handler: (db: Db, input: Input<E> & { actor: Actor | null }) => Answer<E>,
  ): void
  read<E extends Endpoint>(
    endpoint: E,
    handler: (db: Db, input: Input<E> & { actor: Actor }) => Answer<E>,
  ): void
  /** One transaction as the signed-in agent; POSTs honour Idempotency-Key. */
  write<E extends Endpoint>(
    endpoint: E,
    handler: (tx: Tx, input: Input<E>) => Answer<E>,
    object?: Versioned,
  ): void
  /** The same, with work that takes long and needs no database done first, so that no lock waits for it. */
  writePrepared<E extends Endpoint, Prepared>(
    endpoint: E,
    prepare: (input: Input<E>) => Promise<Prepared>,
    handler: (tx: Tx, input: Input<E> & { prepared: Prepared }) => Answer<E>,
  ): void
  /** For calls that do I/O of their own (uploads, connection tests): handed the means, not a transaction. */
  act<E extends Endpoint>(
    endpoint: E,
    handler: (act: Act, input: Input<E> & { actor: Actor; db: Db }) => Answer<E>,
    object?: Versioned,
  ): void
}

export function routesOn(
  app: FastifyInstance,
  db: Db,
  act: Act,
  /** Throws when nothing more should be stored. */
  assertRoom: () => Promise<void> = async () => {},
): Routes {
  const add = <E extends Endpoint>(
    e: E,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    object?: Versioned,
  ) => {
    if (takesVersion(e) && !object) throw new Error(`${e.method} ${e.path} takes If-Match, but of what?`)
    app.route({
      method: e.method,
      url: e.path,
      config: { endpoint: e },
      schema: routeSchema(e),
      // Before the body is read: whoever may not call learns nothing of what the call expects.
      onRequest: async (request) => {
        if (e.before_second_factor) request.actor ??= request.owing
        if (e.access !== 'public' && !request.actor && request.owing) throw secondFactorFirst()
        allow(e, request.actor)
        if (storesSomething(e)) await assertRoom()
      },
      handler: async (request, reply) => {
        const data = await handler(request, reply)
        if (answersVersion(e) && typeof data === 'object' && data) reply.header('etag', versionOf(e, data))
        return reply.sent ? reply : { status: 'success', data }
      },
    })
  }
  /** Every transaction of the call begins by looking at the version. */
  const actOn =
    (object: Versioned, request: FastifyRequest): Act =>
    (actor, work) =>
      act(actor, async (tx) => {
        await assertVersion(tx, request, object)
        return work(tx)
      })
  const input = <E extends Endpoint>(request: FastifyRequest, reply: FastifyReply) =>
    // Fastify validated all three against the endpoint's schemas.
    ({ params: request.params, query: request.query, body: request.body, request, reply }) as Input<E>

  return {
    open: (e, handler) =>
      add(e, (request, reply) => handler(db, { ...input<typeof e>(request, reply), actor: request.actor })),
    read: (e, handler) =>
      add(e, (request, reply) =>
        handler(db, { ...input<typeof e>(request, reply), actor: signedIn(request) }),
      ),
    write: (e, handler, object) =>
      add(
        e,
        (request, reply) =>
          act(signedIn(request), async (tx) => {
            if (object) await assertVersion(tx, request, object)
            const answer = await once(tx, e, request, () => handler(tx, input<typeof e>(request, reply)))
            // Of a change that answers nothing but `true`.
            if (object && answer === true && e.method === 'PUT')
              reply.header('etag', versionOf(object.get, await object.load(tx, request.params)))
            return answer
          }),
        object,
      ),
    writePrepared: (e, prepare, handler) =>
      add(e, async (request, reply) => {
        const actor = signedIn(request)
        const given = input<typeof e>(request, reply)
        const prepared = await prepare(given)
        return act(actor, (tx) => once(tx, e, request, () => handler(tx, { ...given, prepared })))
      }),
    act: (e, handler, object) =>
      add(
        e,
        (request, reply) =>
          handler(object ? actOn(object, request) : act, {
            ...input<typeof e>(request, reply),
            actor: signedIn(request),
            db,
          }),
        object,
      ),
  }
}

/** For calls that answer nothing but `true`. */
export const done = (work: Promise<unknown>): Promise<true> => work.then(() => true)

/** Signing in, one's own account and deleting stay possible on a full disk: somebody has to make room. */
const storesSomething = (e: Endpoint) =>
  (e.method === 'POST' || e.method === 'PUT') &&
  e.access !== 'public' &&
  e.tag !== 'auth' &&
  e.tag !== 'account'

function allow(e: Endpoint, actor: Actor | null) {
  if (e.access === 'public') return
  if (!actor) throw signInFirst()
  if (actor.scope?.read_only && e.method !== 'GET') throw forbidden(readOnlyRefusal)
  if (actor.kind === 'api_key' && e.api_keys === 'never') throw forbidden(signInOnlyRefusal)
  if (actor.scope?.inbox_ids && e.api_keys === 'all_inboxes') throw forbidden(allInboxesRefusal)
  if (e.access !== 'agent' && !actor.permissions.has(e.access)) throw forbidden()
}

const readOnlyRefusal = 'This API key only reads. Make one that may write, or use another'
const signInOnlyRefusal = 'API keys cannot do this. Sign in to do it'
const allInboxesRefusal = 'An API key for some inboxes cannot change an account. Use one for all inboxes'

function signedIn(request: FastifyRequest): Actor {
  if (!request.actor) throw signInFirst()
  return request.actor
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null
    /** Signed in, and has to set up a second factor before anything else; then `actor` is null. */
    owing: Actor | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
