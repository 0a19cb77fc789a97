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
 * The actor of each, with the permissions of now; null once the session or API key has ended. All sessions are read in one query, API keys one
 * after the other, because few sockets have one.
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
  const actors: (Actor | null)[] = []
  for (const one of credentials)
    if ('api_key' in one)
      actors.push((await isApiKeyValid(db, one.api_key)) ? await findActorByAgentId(db, one.agent_id) : null)
    else {
      const session = sessions.get(one.session.toString('hex'))
      actors.push(session?.enabled && !session.owes_second_factor ? session.actor : null)
    }
  return actors
}
