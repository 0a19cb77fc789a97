import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { getReadiness } from '@parley/contract/settings/health'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { csrfCookie } from '../http/cookies.ts'
import { forbidden, signInRequired } from '../http/errors.ts'
import { isTransient } from '../transient-error.ts'
import { findActorByApiKey, findActorBySession } from './load-actor.ts'
import { clearSessionCookie, hashToken, sessionCookie, touchSession } from './sessions/session.ts'

/** Identifies the caller by API key or session before anything else handles the request (docs/spec/wire.md#signing-in). */
export function authenticate(app: FastifyInstance, db: Db, clock: Clock): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('pendingActor', null)
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = readApiKey(request.headers.authorization)
    if (key) {
      request.actor = await authenticateApiKey(db, key, clock.now())
      return
    }
    const token = request.cookies[sessionCookie]
    if (!token) return
    const id_hash = hashToken(token)
    const session = await findActorBySession(db, id_hash, clock.now())
    if (!session) return clearSessionCookie(request, reply)
    if (!session.enabled) throw forbidden('This account is disabled')
    if (needsCsrfToken(request) && !hasCsrfToken(request))
      throw forbidden('This page is out of date. Reload it and try again')
    await touchSession(db, id_hash, session.last_seen_at, clock.now()).catch(ignoreTransient)
    // Treated as signed out, except by endpoints that opt in (http/route.ts).
    if (session.owes_second_factor) request.pendingActor = session.actor
    else request.actor = session.actor
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!needsActor(request.url)) return
    if (!isReadinessCheck(request.url)) return identify(request, reply)
    // Requested most when the database is down; the caller is then anonymous.
    await Promise.race([identify(request, reply), wait(2_000, undefined, { ref: false })]).catch(() => {})
  })
}

/** Failing to update last-used timestamps, on a read-only or full database, must not fail a read. */
function ignoreTransient(error: unknown): void {
  if (!isTransient(error)) throw error
}

const isReadinessCheck = (url: string) => url === getReadiness.path || url.startsWith(`${getReadiness.path}?`)

// Static files are not secret and must not cost a query each; links in emails carry their own token.
const needsActor = (url: string) =>
  !url.startsWith('/assets/') &&
  !url.startsWith('/images/') &&
  !url.startsWith('/unsubscribe/') &&
  !url.startsWith('/csat/') &&
  url !== '/health'

const needsCsrfToken = (request: FastifyRequest) =>
  request.method !== 'GET' &&
  request.method !== 'HEAD' &&
  request.method !== 'OPTIONS' &&
  request.url !== '/api/v1/auth/login' &&
  // A form cannot send the header; its origin is checked instead (logout.ts).
  request.url !== '/logout'

function hasCsrfToken(request: FastifyRequest): boolean {
  const header = request.headers['x-csrftoken']
  const cookie = request.cookies[csrfCookie]
  return typeof header === 'string' && Boolean(cookie) && timingSafeEqualText(header, cookie ?? '')
}

async function authenticateApiKey(db: Db, { key, secret }: ApiKey, now: Date) {
  const match = await findApiKey(db, { key, secret })
  if (!match) throw signInRequired()
  if (!match.enabled) throw forbidden('This account is disabled')
  if (!match.last_used_at || now.getTime() - match.last_used_at.getTime() > 60_000)
    await db
      .updateTable('agents')
      .set({ api_key_last_used_at: now })
      .where('id', '=', match.actor.id)
      .execute()
      .catch(ignoreTransient)
  return match.actor
}

async function findApiKey(db: Db, { key, secret }: ApiKey) {
  const match = await findActorByApiKey(db, key)
  // Both are hashes of 64 random characters, so guessing needs no rate limit.
  return match && timingSafeEqual(hashToken(secret), match.secret_hash) ? match : null
}

/** For sockets, which outlive their request. */
export const isApiKeyValid = async (db: Db, key: ApiKey): Promise<boolean> =>
  (await findApiKey(db, key))?.enabled === true

export type ApiKey = { key: string; secret: string }

/** `token key:secret`, `Bearer key:secret` or Basic (docs/spec/product-decisions.md#authentication-schemes); null for anything else, so that the cookie is used. */
export function readApiKey(header: string | undefined): ApiKey | null {
  const [scheme = '', value = ''] = (header ?? '').split(' ')
  const plain =
    scheme === 'token' || scheme.toLowerCase() === 'bearer'
      ? value
      : scheme.toLowerCase() === 'basic'
        ? Buffer.from(value, 'base64').toString()
        : ''
  const [, key, secret] = /^([A-Za-z0-9]+):([A-Za-z0-9]+)$/.exec(plain) ?? []
  return key && secret ? { key, secret } : null
}

const timingSafeEqualText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
