import type { FastifyReply, FastifyRequest } from 'fastify'

/** Long enough for the largest upload over a slow line; whoever still sends then is cut off. */
const drainTimeoutMs = 60_000

/**
 * Reads the rest of a refused request to its end. A connection that closes over unread bytes is reset, and the sender never sees why:
 * Chromium looks for the answer only when it has sent everything.
 */
export function drainRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (raw.complete || raw.destroyed) return
  // Fastify asks to close when a body is too long.
  reply.removeHeader('connection')
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), drainTimeoutMs).unref()
  raw.once('close', () => clearTimeout(timer))
}
