import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorBody, sendError } from '../error-handlers.ts'
import { AppError, uriTooLong } from '../errors.ts'

/**
 * Responses for requests that Fastify rejects before routing, as its options `frameworkErrors` and `clientErrorHandler`. No hook has
 * run by then.
 */
export const malformedRequestHandlers = {
  frameworkErrors: (error: { code: string }, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    void sendError(reply, request, urlErrors[error.code] ?? invalidHttpError)
  },
  clientErrorHandler: (error: { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(rawResponse(parserErrors[error.code ?? ''] ?? invalidHttpError))
    socket.destroySoon()
  },
}

const invalidHttpError = new AppError(400, 'InputException', 'This isn’t a valid HTTP request')

const urlErrors: Record<string, AppError> = {
  FST_ERR_BAD_URL: new AppError(
    400,
    'InputException',
    'The URL isn’t encoded correctly. Encode % as %25, and other characters as UTF-8',
  ),
  FST_ERR_MAX_PARAM_LENGTH: uriTooLong,
}

/** By error code of Node's HTTP parser. */
const parserErrors: Record<string, AppError> = {
  HPE_HEADER_OVERFLOW: new AppError(
    431,
    'GeneralException',
    'The URL and headers of this request are too long. Send fewer cookies or shorter parameters',
  ),
  HPE_INVALID_METHOD: new AppError(
    400,
    'InputException',
    'This isn’t an HTTP method. Use GET, POST, PUT or DELETE',
  ),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError(
    408,
    'GeneralException',
    'The request took too long to arrive. Send it again',
  ),
}

const reasonPhrases: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

function rawResponse(error: AppError): string {
  const request_id = randomUUID()
  const body = JSON.stringify(errorBody(error, request_id))
  return [
    `HTTP/1.1 ${error.status} ${reasonPhrases[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${request_id}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
