import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const csrfCookie = 'csrf_token'

export const cookieOptions = (request: FastifyRequest) => ({
  path: '/',
  sameSite: 'lax' as const,
  secure: request.protocol === 'https',
})

/** Set if the browser has none; scripts read it and send it back as X-CSRFTOKEN. */
export function setCsrfCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (!request.cookies[csrfCookie])
    reply.setCookie(csrfCookie, randomBytes(32).toString('base64'), cookieOptions(request))
}
