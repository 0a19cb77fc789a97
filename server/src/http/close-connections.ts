import type { FastifyInstance } from 'fastify'

const checkIntervalMs = 500
/** Jobs, emails and the database, which stop afterwards, need time of their own (startup/stop-plan.ts). */
const patienceMs = 2_500

/**
 * Lets the server stop while connections are in use. Node closes idle connections once, when the server begins to close.
 * One whose response is still on its way would then be kept alive for a minute by a proxy or browser, and the server would
 * wait for it: so such a response asks for the end of the connection, and what is idle later is closed as well. After 2.5 seconds
 * everything is closed: one slow download, or a browser that sleeps and doesn't answer that its WebSocket ends, must not cut off jobs
 * and emails.
 */
export function closeConnections(app: FastifyInstance, patience_ms = patienceMs): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    const end = performance.now() + patience_ms
    timer = setInterval(() => {
      if (performance.now() < end) return app.server.closeIdleConnections()
      app.server.closeAllConnections()
      for (const socket of app.websocketServer?.clients ?? []) socket.terminate()
    }, checkIntervalMs)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (timer) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
