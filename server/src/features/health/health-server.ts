import { createServer, type ServerResponse } from 'node:http'
import { getHealth, getReadiness } from '@parley/contract/settings/health'
import { explainListenError } from '../../listen-error.ts'
import type { Registry } from '../../readiness.ts'

/**
 * Answers the health checks of a process without the web role, and nothing else: container platforms ask each process.
 * The state of each part is only shown by processes with the web role, which know who is asking.
 */
export async function startHealthServer(
  readiness: Pick<Registry, 'report'>,
  address: { port: number; host: string },
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    if (path === getHealth.path) return answer(response, 200, { status: 'success', data: true })
    if (path !== getReadiness.path) return answer(response, 404, { status: 'error' })
    void readiness
      .report()
      .then(({ status }) =>
        answer(response, status === 'down' ? 503 : 200, { status: 'success', data: { status } }),
      )
  })
  server.listen(address)
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error) => reject(explainListenError(error, 'PARLEY_HEALTH_PORT', address)))
  })
  return {
    port: (server.address() as { port: number }).port, // listens on TCP
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}
