import type { FastifyReply, FastifyRequest } from 'fastify'

/** Enough for the largest upload over a slow connection; after that the sender is cut off. */
const drainTimeoutMs = 60_000

/**
 * Reads the rest of a rejected request. Closing a connection with unread data resets it, and the client never sees the response:
 * Chromium reads it only after sending everything.
 */
export function drainRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (raw.complete || raw.destroyed) return
  // Fastify closes the connection when a body is too long.
  reply.removeHeader('connection')
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.destroy(), drainTimeoutMs).unref()
  raw.once('close', () => clearTimeout(timer))
}
