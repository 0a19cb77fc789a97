import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestIdField } from '../log.ts'
import { endOperation, type Operation, runInScope, startOperation } from '../telemetry/operation.ts'

/** The client closed the connection before the response was complete (nginx's code for it). */
const clientClosedRequest = 499

/**
 * Makes each request an operation, so that everything it logs has its id, and logs one line at its end, without query strings: they
 * contain addresses and search terms.
 */
export function observeRequests(app: FastifyInstance): void {
  app.decorateRequest('operation', null)
  app.addHook('onRequest', (request, reply, done) => {
    const operation = startRequestOperation(request)
    request.operation = operation
    const { raw } = reply
    raw.once('close', () => {
      if (operation.details.kind === 'request')
        operation.details.status = raw.writableFinished ? raw.statusCode : clientClosedRequest
      endOperation(operation)
    })
    runInScope(operation, done)
  })
  app.addHook('onResponse', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    if (path.startsWith('/assets/') || path === '/health' || path === '/metrics') return
    const line = {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      actor: request.actor?.id ?? null,
    }
    inScopeOf(request, () => request.log.info(line, 'request'))
  })
}

function startRequestOperation(request: FastifyRequest): Operation {
  const { traceparent } = request.headers
  return startOperation(
    request.ws
      ? { kind: 'socket' }
      : {
          kind: 'request',
          method: request.method,
          route: request.is404 ? undefined : request.routeOptions.url,
          traceparent: typeof traceparent === 'string' ? traceparent : undefined,
        },
    { log_fields: { [requestIdField]: request.id }, root: true },
  )
}

const inScopeOf = (request: FastifyRequest, work: () => void) =>
  request.operation ? runInScope(request.operation, work) : work()

declare module 'fastify' {
  interface FastifyRequest {
    operation: Operation | null
  }
}
