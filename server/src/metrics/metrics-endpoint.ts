import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { explainListenError } from '../listen-error.ts'
import type { Log } from '../log.ts'
import type { Metrics } from './start-metrics.ts'

type Response = { status: number; headers: Record<string, string>; body: string }

const path = '/metrics'
const plain = (status: number, body: string, headers: Record<string, string> = {}): Response => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body,
})

/** The response to a request for metrics. If there is a token, the request must have it. */
async function respond(
  metrics: Metrics,
  token: string | null,
  authorization: string | undefined,
): Promise<Response> {
  if (token !== null && !hasToken(authorization, token))
    return plain(401, 'Send the value of PARLEY_METRICS_TOKEN in the header "Authorization: Bearer …".\n', {
      'www-authenticate': 'Bearer realm="metrics"',
    })
  const { content_type, text } = await metrics.collect()
  return plain(200, text, { 'content-type': content_type })
}

/** Compares hashes, which have the same length: the time says nothing about the token. */
function hasToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(hash(given), hash(token))
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** `/metrics` on the port of the web server. Always with a token, because that port is open to customers. */
export function metricsRoute(
  app: FastifyInstance,
  { metrics, token }: { metrics: Metrics; token: string },
): void {
  app.get(path, async (request, reply) => {
    const { status, headers, body } = await respond(metrics, token, request.headers.authorization)
    return reply.code(status).headers(headers).send(body)
  })
}

/** `/metrics` on a port of its own, which every role can have. Without a token, everybody who can reach the port can read it. */
export async function startMetricsServer(
  metrics: Metrics,
  { port, host, token, log }: { port: number; host: string; token: string | null; log: Log },
): Promise<{ stop(): Promise<void> }> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const send = ({ status, headers, body }: Response) =>
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || request.url?.split('?')[0] !== path)
      return void send(plain(404, `Only GET ${path} is here.\n`))
    respond(metrics, token, request.headers.authorization).then(send, (error: Error) => {
      log.error({ reason: error.message }, 'could not collect metrics')
      send(plain(500, 'The metrics could not be collected. The server log says why.\n'))
    })
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw explainListenError(error, 'PARLEY_METRICS_PORT', { port, host })
  })
  return { stop: () => close(server) }
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
