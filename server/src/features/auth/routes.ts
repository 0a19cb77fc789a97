import { login, loginSecondFactor } from '@parley/contract/auth'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Act } from '../../db/transact.ts'
import type { Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { getAgentById } from '../agents/get.ts'
import { checkCredentials } from './login.ts'
import { askSecondFactor, takeSecondFactor } from './second-factor.ts'
import { clearSessionCookie, hashToken, sessionCookie } from './session.ts'
import { signIn } from './sign-in.ts'

export function authRoutes(
  app: FastifyInstance,
  routes: Routes,
  { act, clock, secrets }: { act: Act; clock: Clock; secrets: Secrets },
): void {
  routes.open(login, async (db, { body, request, reply }) => {
    const { id } = await checkCredentials(db, clock, { ...body, ip: request.ip })
    await askSecondFactor({ db, act, clock, secrets }, id)
    // As stored before this sign-in (api-contract 2.2).
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, {})
    return agent
  })
  routes.open(loginSecondFactor, async (db, { body, request, reply }) => {
    const { id, second_factor } = await takeSecondFactor({ db, act, clock, secrets }, body)
    const agent = await getAgentById(db, id)
    await signIn({ db, act, request, reply }, id, { second_factor })
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
