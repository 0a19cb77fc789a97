import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import { signInFirst } from '../../http/errors.ts'
import { actorOfAgent } from './load-actor.ts'
import { openSession, setCsrfCookie, setSessionCookie } from './session.ts'

type Visit = { db: Db; act: Act; request: FastifyRequest; reply: FastifyReply }

/** Opens a session for somebody who has proved who they are. `way` says how, for the log. */
export async function signIn(
  { db, act, request, reply }: Visit,
  id: number,
  way: Record<string, unknown>,
): Promise<void> {
  const actor = await actorOfAgent(db, id)
  if (!actor) throw signInFirst()
  const token = await act(actor, async (tx) => {
    await tx.db.updateTable('agents').set({ last_login_at: tx.now }).where('id', '=', id).execute()
    await tx.record({
      type: 'agent.signed_in',
      object: { type: 'agent', id },
      data: { ip: request.ip, ...way },
    })
    return openSession(tx, id, request)
  })
  setSessionCookie(request, reply, token)
  setCsrfCookie(request, reply)
}
