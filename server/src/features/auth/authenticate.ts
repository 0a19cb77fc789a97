import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { getReadiness } from '@parley/contract/health'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { forbidden, signInFirst } from '../../http/errors.ts'
import { isTransient } from '../../transient-error.ts'
import { actorOfApiKey, actorOfSession } from './load-actor.ts'
import { clearSessionCookie, csrfCookie, hashToken, sessionCookie, touchSession } from './session.ts'

/** Finds out who is calling, by API key or session, before anything else looks at the request (api-contract 2). */
export function authenticate(app: FastifyInstance, db: Db, clock: Clock): void {
  app.decorateRequest('actor', null)
  app.decorateRequest('owing', null)
  const identify = async (request: FastifyRequest, reply: FastifyReply) => {
    const key = readApiKey(request.headers.authorization)
    if (key) {
      request.actor = await byApiKey(db, key, clock.now())
      return
    }
    const token = request.cookies[sessionCookie]
    if (!token) return
    const id_hash = hashToken(token)
    const found = await actorOfSession(db, id_hash, clock.now())
    if (!found) return clearSessionCookie(request, reply)
    if (!found.enabled) throw forbidden('This account is disabled')
    if (changesSomething(request) && !hasCsrfToken(request))
      throw forbidden('This page is out of date. Reload it and try again')
    await touchSession(db, id_hash, found.last_seen_at, clock.now()).catch(unlessTransient)
    // As good as signed out, everywhere but where a call says otherwise (http/route.ts).
    if (found.owes_second_factor) request.owing = found.actor
    else request.actor = found.actor
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!needsActor(request.url)) return
    if (!asksForReadiness(request.url)) return identify(request, reply)
    // Asked about most when the database is away: then the caller is nobody.
    await Promise.race([identify(request, reply), wait(2_000, undefined, { ref: false })]).catch(() => {})
  })
}

/** Notes of when somebody was here last are no reason to refuse a read, on a database that only allows reading or has no room. */
function unlessTransient(error: unknown): void {
  if (!isTransient(error)) throw error
}

const asksForReadiness = (url: string) => url === getReadiness.path || url.startsWith(`${getReadiness.path}?`)

// Static files carry no secrets and must not cost a query each; links in mails say themselves for whom they are.
const needsActor = (url: string) =>
  !url.startsWith('/assets/') &&
  !url.startsWith('/images/') &&
  !url.startsWith('/unsubscribe/') &&
  !url.startsWith('/csat/') &&
  url !== '/health'

const changesSomething = (request: FastifyRequest) =>
  request.method !== 'GET' &&
  request.method !== 'HEAD' &&
  request.method !== 'OPTIONS' &&
  request.url !== '/api/v1/auth/login' &&
  // A form cannot send the header; it is held to the page that it comes from (logout.ts).
  request.url !== '/logout'

function hasCsrfToken(request: FastifyRequest): boolean {
  const header = request.headers['x-csrftoken']
  const cookie = request.cookies[csrfCookie]
  return typeof header === 'string' && Boolean(cookie) && sameText(header, cookie ?? '')
}

async function byApiKey(db: Db, { key, secret }: ApiKey, now: Date) {
  const found = await findApiKey(db, { key, secret })
  if (!found) throw signInFirst()
  if (!found.enabled) throw forbidden('This account is disabled')
  if (!found.last_used_at || now.getTime() - found.last_used_at.getTime() > 60_000)
    await db
      .updateTable('agents')
      .set({ api_key_last_used_at: now })
      .where('id', '=', found.actor.id)
      .execute()
      .catch(unlessTransient)
  return found.actor
}

async function findApiKey(db: Db, { key, secret }: ApiKey) {
  const found = await actorOfApiKey(db, key)
  // Both are hashes of 64 random characters: nothing to slow a guess down for.
  return found && timingSafeEqual(hashToken(secret), found.secret_hash) ? found : null
}

/** For sockets, which outlive their request. */
export const apiKeyIsValid = async (db: Db, key: ApiKey): Promise<boolean> =>
  (await findApiKey(db, key))?.enabled === true

type ApiKey = { key: string; secret: string }

/** `token key:secret`, `Bearer key:secret` or Basic (product-decisions 1); null for anything else, which leaves the cookie. */
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

const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
