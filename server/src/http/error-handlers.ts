import type { ErrorBody } from '@parley/contract/shared/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { AppError, fromDatabaseError, uriTooLong } from './errors.ts'
import { allowedMethods } from './requests/allowed-methods.ts'
import { drainRequest } from './requests/drain-request.ts'

/** The one place where errors become responses (docs/spec/wire.md#answers, docs/spec/wire.md#errors, docs/spec/product-decisions.md#refusals). */
export function registerErrorHandlers(app: FastifyInstance): void {
  // On every response, not only errors: support needs it when something succeeded but looks wrong.
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error, request)
    drainRequest(request, reply)
    if (appError.retry_after_s) reply.header('retry-after', String(appError.retry_after_s))
    if (appError.version) reply.header('etag', appError.version)
    return sendError(reply, request, appError)
  })
  app.setNotFoundHandler((request, reply) => {
    drainRequest(request, reply)
    const path = request.url.split('?')[0] ?? ''
    const allowed = allowedMethods(path)
    if (allowed.length === 0) return sendError(reply, request, noRouteError(request))
    // The router does not match path parameters longer than its `maxParamLength`.
    if (allowed.includes(request.method === 'HEAD' ? 'GET' : request.method))
      return sendError(reply, request, uriTooLong)
    reply.header('allow', allowed.join(', '))
    return sendError(
      reply,
      request,
      new AppError(405, 'GeneralException', `${path} takes ${allowed.join(', ')}, not ${request.method}`),
    )
  })
}

const noRouteError = ({ method, url }: FastifyRequest) =>
  new AppError(404, 'GeneralException', `There’s nothing at ${method} ${url.split('?')[0] ?? ''}`)

export const sendError = (reply: FastifyReply, request: FastifyRequest, error: AppError) =>
  reply
    .code(error.status)
    .header('x-request-id', request.id)
    .type('application/json; charset=utf-8')
    .send(errorBody(error, request.id))

export const errorBody = (error: AppError, request_id: string): ErrorBody => ({
  status: 'error',
  message: error.message,
  data: error.data,
  error_type: error.type,
  ...(error.errors && { errors: error.errors }),
  request_id,
})

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map((issue) => ({
      path: issue.instancePath.slice(1).replaceAll('/', '.'),
      message: issue.message ?? 'This value isn’t valid',
    }))
    const first = errors[0]
    const sentence = first?.path
      ? `${first.path}: ${first.message}`
      : (first?.message ?? 'The request isn’t valid')
    return new AppError(400, 'InputException', sentence, { errors })
  }
  const environmentError = fromDatabaseError(error)
  if (environmentError && environmentError.status >= 500)
    request.log.warn(
      { reason: (error as Error).message, status: environmentError.status },
      'a request failed temporarily',
    )
  if (environmentError) return environmentError
  const { statusCode, message, code } = error as { statusCode?: number; message?: string; code?: string }
  // A path outside the folder. Anyone can request one, so it is not a server error and not logged.
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return noRouteError(request)
  if (statusCode === 413)
    return new AppError(413, 'GeneralException', 'This is larger than the server accepts')
  if (statusCode === 415)
    return new AppError(
      415,
      'InputException',
      'Send JSON, with the header "Content-Type: application/json"; files go as multipart/form-data',
    )
  if (statusCode === 400) return new AppError(400, 'InputException', message ?? 'The request isn’t valid')
  request.log.error(
    { err: error, ...(isResponseSerializationError(error) && { issues: error.cause.issues }) },
    'unexpected error',
  )
  return new AppError(
    500,
    'GeneralException',
    `Something failed on the server. Give support this reference: ${request.id}`,
  )
}
