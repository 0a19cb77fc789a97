import type { FastifyInstance } from 'fastify'

/** One log line per request, without query strings: they contain addresses and search terms. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith('/assets/') || path === '/health') return
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        actor: request.actor?.id ?? null,
      },
      'request',
    )
  })
}
