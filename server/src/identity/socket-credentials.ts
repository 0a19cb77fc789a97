import type { FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Db } from '../db/pool.ts'
import { type ApiKey, isApiKeyValid, readApiKey } from './authenticate.ts'
import { findActorByAgentId, findActorsBySession } from './load-actor.ts'
import { hashToken, sessionCookie } from './sessions/session.ts'

/** What a socket, which outlives its request, was opened with. */
export type SocketCredentials = { session: Buffer } | { api_key: ApiKey; agent_id: number }

export function readSocketCredentials(
  { headers, cookies }: FastifyRequest,
  agent_id: number,
): SocketCredentials {
  const api_key = readApiKey(headers.authorization)
  return api_key ? { api_key, agent_id } : { session: hashToken(cookies[sessionCookie] ?? '') }
}

/**
 * The actor of each, with the permissions of now; null once the session or API key has ended. All sessions are read in one query.
 */
export async function loadSocketActors(
  db: Db,
  credentials: readonly SocketCredentials[],
  now: Date,
): Promise<(Actor | null)[]> {
  const sessions = await findActorsBySession(
    db,
    credentials.flatMap((one) => ('session' in one ? [one.session] : [])),
    now,
  )
  return Promise.all(
    credentials.map(async (one) => {
      if ('api_key' in one)
        return (await isApiKeyValid(db, one.api_key)) ? findActorByAgentId(db, one.agent_id) : null
      const session = sessions.get(one.session.toString('hex'))
      return session?.enabled && !session.owes_second_factor ? session.actor : null
    }),
  )
}
