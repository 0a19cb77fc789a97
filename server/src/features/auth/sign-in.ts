import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import { signInFirst } from '../../http/errors.ts'
import { actorOfAgent } from './load-actor.ts'
import {
  endSessionOf,
  openSession,
  type SignedInWith,
  sessionCookie,
  setCsrfCookie,
  setSessionCookie,
} from './session.ts'
import { sessionLifetime_s } from './session-lifetime.ts'

type Visit = { db: Db; act: Act; request: FastifyRequest; reply: FastifyReply }

/** Opens a session for somebody who has proved who they are; `more` stands beside how in the log. */
export async function signIn(
  { db, act, request, reply }: Visit,
  id: number,
  signed_in_with: SignedInWith,
  more: Record<string, unknown> = {},
): Promise<void> {
  const actor = await actorOfAgent(db, id)
  if (!actor) throw signInFirst()
  const earlier = request.cookies[sessionCookie]
  const token = await act(actor, async (tx) => {
    // The browser forgets its cookie, so nobody could end that session here any more.
    if (earlier) await endSessionOf(tx, earlier)
    await tx.db.updateTable('agents').set({ last_login_at: tx.now }).where('id', '=', id).execute()
    await tx.record({
      type: 'agent.signed_in',
      object: { type: 'agent', id },
      data: { ip: request.ip, signed_in_with, ...more },
    })
    return openSession(tx, id, request, signed_in_with)
  })
  setSessionCookie(request, reply, token, await sessionLifetime_s(db))
  setCsrfCookie(request, reply)
}
