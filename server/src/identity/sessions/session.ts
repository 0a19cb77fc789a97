import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { cookieOptions } from '../../http/cookies.ts'

export const sessionCookie = 'parley_session'

const day = 86_400_000
/** A session expires this long after its last use. */
const idleTimeoutMs = 14 * day
/** How stale last_seen_at may become; updating it on every request would cost a write per read. */
const touchIntervalMs = 300_000

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** How an agent proved their identity. */
export type SignInMethod = 'password' | 'passkey' | 'sso'

/** Opens a session and returns its token: 256 random bits, of which only the hash is stored. */
export async function openSession(
  tx: Tx,
  agent_id: number,
  request: FastifyRequest,
  signed_in_with: SignInMethod,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.db
    .insertInto('sessions')
    .values({
      id_hash: hashToken(token),
      agent_id,
      signed_in_with,
      created_at: tx.now,
      last_seen_at: tx.now,
      expires_at: new Date(tx.now.getTime() + idleTimeoutMs),
      ip: request.ip,
      user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
    })
    .execute()
  return token
}

/** Ends all sessions of an agent, including sockets: on a password change, disabling and deletion (docs/spec/product-decisions.md#sessions). */
export async function endSessions(tx: Tx, agent_id: number, keep: Buffer | null = null): Promise<void> {
  await tx.db
    .deleteFrom('sessions')
    .where('agent_id', '=', agent_id)
    .$if(keep !== null, (others) => others.where('id_hash', '<>', keep))
    .execute()
  // Sign-ins waiting for the second factor have to start over.
  await tx.db.deleteFrom('sign_in_tickets').where('agent_id', '=', agent_id).execute()
  await tx.record({ type: 'session.ended', object: { type: 'agent', id: agent_id } })
}

/** Ends the session of this token, including its sockets, regardless of the agent. */
export async function endSessionByToken(tx: Tx, token: string): Promise<void> {
  const ended = await tx.db
    .deleteFrom('sessions')
    .where('id_hash', '=', hashToken(token))
    .returning('agent_id')
    .executeTakeFirst()
  if (ended) await tx.record({ type: 'session.ended', object: { type: 'agent', id: ended.agent_id } })
}

/** The session of a request; null for API keys. */
export function currentSession(request: FastifyRequest): Buffer | null {
  const token = request.actor?.kind === 'agent' ? request.cookies[sessionCookie] : undefined
  return token ? hashToken(token) : null
}

export async function touchSession(db: Db, id_hash: Buffer, last_seen_at: Date, now: Date): Promise<void> {
  if (now.getTime() - last_seen_at.getTime() < touchIntervalMs) return
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, expires_at: new Date(now.getTime() + idleTimeoutMs) })
    .where('id_hash', '=', id_hash)
    .execute()
}

/** The cookie lasts for the maximum session lifetime; the server knows whether the session is still open. */
export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  maxAge: number,
): void {
  reply.setCookie(sessionCookie, token, { ...cookieOptions(request), httpOnly: true, maxAge })
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { ...cookieOptions(request), httpOnly: true })
}
