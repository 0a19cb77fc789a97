import { login } from '@parley/contract/auth'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Act } from '../../db/transact.ts'
import { signInFirst } from '../../http/errors.ts'
import type { Routes } from '../../http/route.ts'
import { getAgentById } from '../agents/get.ts'
import { actorOfAgent } from './load-actor.ts'
import { checkCredentials } from './login.ts'
import {
  clearSessionCookie,
  hashToken,
  openSession,
  sessionCookie,
  setCsrfCookie,
  setSessionCookie,
} from './session.ts'

export function authRoutes(app: FastifyInstance, routes: Routes, act: Act, clock: Clock): void {
  routes.open(login, async (db, { body, request, reply }) => {
    const { id } = await checkCredentials(db, clock, { ...body, ip: request.ip })
    const actor = await actorOfAgent(db, id)
    if (!actor) throw signInFirst()
    // As stored before this sign-in (api-contract 2.2).
    const agent = await getAgentById(db, id)
    const token = await act(actor, async (tx) => {
      await tx.db.updateTable('agents').set({ last_login_at: tx.now }).where('id', '=', id).execute()
      await tx.record({ type: 'agent.signed_in', object: { type: 'agent', id }, data: { ip: request.ip } })
      return openSession(tx, id, request)
    })
    setSessionCookie(request, reply, token)
    setCsrfCookie(request, reply)
    return agent
  })

  app.get('/logout', async (request, reply) => {
    const token = request.cookies[sessionCookie]
    const actor = request.actor
    if (actor && token)
      await act(actor, async (tx) => {
        await tx.db.deleteFrom('sessions').where('id_hash', '=', hashToken(token)).execute()
        await tx.record({
          type: 'agent.signed_out',
          object: { type: 'agent', id: actor.id },
          data: { ip: request.ip },
        })
      })
    clearSessionCookie(request, reply)
    return reply.header('cache-control', 'no-store').redirect('/')
  })
}
