import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transaction.ts'
import { setCsrfCookie } from '../../http/cookies.ts'
import { signInRequired } from '../../http/errors.ts'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import {
  endSessionByToken,
  openSession,
  type SignInMethod,
  sessionCookie,
  setSessionCookie,
} from '../../identity/sessions/session.ts'
import { readSessionLifetime_s } from '../../identity/sessions/session-lifetime.ts'

type SignInContext = { db: Db; act: Act; request: FastifyRequest; reply: FastifyReply }

/** Opens a session for someone who has proved their identity; `details` are added to the event. */
export async function signIn(
  { db, act, request, reply }: SignInContext,
  id: number,
  signed_in_with: SignInMethod,
  details: Record<string, unknown> = {},
): Promise<void> {
  const actor = await findActorByAgentId(db, id)
  if (!actor) throw signInRequired()
  const previousToken = request.cookies[sessionCookie]
  const token = await act(actor, async (tx) => {
    // The browser drops its previous cookie, so no one could end that session here any more.
    if (previousToken) await endSessionByToken(tx, previousToken)
    await tx.db.updateTable('agents').set({ last_login_at: tx.now }).where('id', '=', id).execute()
    await tx.record({
      type: 'agent.signed_in',
      object: { type: 'agent', id },
      data: { ip: request.ip, signed_in_with, ...details },
    })
    return openSession(tx, id, request, signed_in_with)
  })
  setSessionCookie(request, reply, token, await readSessionLifetime_s(db))
  setCsrfCookie(request, reply)
}
