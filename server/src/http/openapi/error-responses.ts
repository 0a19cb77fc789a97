import { countsAsWrite, type Endpoint } from '@parley/contract/shared/endpoint'
import type { ErrorBody } from '@parley/contract/shared/errors'
import { acceptsIfMatch } from '@parley/contract/shared/object-versions'
import { z } from 'zod'
import { type ResponseHeader, rateLimitHeaders } from './response-headers.ts'

export type ErrorResponse = {
  name: string
  headers?: readonly ResponseHeader[]
  description: string
  example: Pick<ErrorBody, 'message' | 'error_type' | 'errors'>
}

/** Possible error responses by status (docs/spec/wire.md#errors). */
export const errorResponses = {
  400: {
    name: 'Invalid',
    description: 'The request isn’t valid; `errors` lists the fields',
    example: {
      message: 'name: This cannot be empty',
      error_type: 'InputException',
      errors: [{ path: 'name', message: 'This cannot be empty' }],
    },
  },
  401: {
    name: 'SignInFirst',
    description: 'Without a valid key or session',
    example: { message: 'Sign in to continue', error_type: 'GeneralException' },
  },
  403: {
    name: 'Forbidden',
    description: 'The role or the scope of the key doesn’t allow it',
    example: { message: 'Your role doesn’t allow this', error_type: 'PermissionException' },
  },
  404: {
    name: 'NotFound',
    description: 'Not found, or not accessible to the caller',
    example: { message: 'Conversation not found', error_type: 'NotFoundException' },
  },
  409: {
    name: 'Conflict',
    description: 'Not possible in the current state, or it already exists',
    example: { message: 'A tag with this name already exists', error_type: 'ConflictException' },
  },
  412: {
    name: 'ChangedMeanwhile',
    description:
      'The object’s version differs from `If-Match`. `data` is the current object and `ETag` its version; nothing was saved',
    headers: ['ETag'],
    example: {
      message:
        'This was changed in the meantime, so nothing was saved. Review the current version, then try again',
      error_type: 'ConflictException',
    },
  },
  413: {
    name: 'TooLarge',
    description: 'Larger than the workspace accepts',
    example: { message: 'This file is larger than 20 MB', error_type: 'GeneralException' },
  },
  415: {
    name: 'UnknownMediaType',
    description: 'A body that is neither JSON, a form nor multipart',
    example: {
      message: 'Send JSON, with the header "Content-Type: application/json"; files go as multipart/form-data',
      error_type: 'InputException',
    },
  },
  429: {
    name: 'TooMany',
    description: 'Too many requests; `Retry-After` says after how many seconds to retry. Nothing was done',
    headers: ['Retry-After', ...rateLimitHeaders],
    example: { message: 'Too many attempts. Wait 30 seconds and try again', error_type: 'GeneralException' },
  },
  500: {
    name: 'Failed',
    description: 'Server error',
    example: {
      message:
        'Something failed on the server. Give support this reference: 6f1c2d7e-3b0a-4c55-9a52-0d8c1a7e4b21',
      error_type: 'GeneralException',
    },
  },
  503: {
    name: 'Busy',
    description: 'Temporarily unavailable; `Retry-After` says when to retry',
    headers: ['Retry-After'],
    example: {
      message: 'The database isn’t responding right now. Try again in a moment',
      error_type: 'GeneralException',
    },
  },
  507: {
    name: 'DiskFull',
    description: 'The server has no disk space left. Nothing was done',
    example: {
      message:
        'The server has run out of disk space, so this wasn’t saved. Ask an administrator to free some up, then try again',
      error_type: 'GeneralException',
    },
  },
} satisfies Record<number, ErrorResponse>
export type ErrorStatus = keyof typeof errorResponses

/** The error statuses that this call can return. */
export function errorStatusesOf(e: Endpoint): ErrorStatus[] {
  const takesInput =
    e.path.includes(':') || e.form || !(e.body instanceof z.ZodUndefined) || hasFields(e.query)
  const mayRepeat = e.method !== 'GET' && e.path.startsWith('/api/v1/conversations/')
  const isLimited = countsAsWrite(e) || e.tag === 'auth' || e.tag === 'account' || e.form || mayRepeat
  const candidates: [ErrorStatus, unknown][] = [
    // Also for an unexpected body, and for an Idempotency-Key that is too long.
    [400, takesInput || e.method !== 'GET'],
    // An invalid key or session is rejected everywhere.
    [401, true],
    [
      403,
      e.access !== 'public' &&
        (e.access !== 'agent' || e.method !== 'GET' || !e.allowed_before_second_factor),
    ],
    [404, e.path.includes(':')],
    [409, e.method !== 'GET'],
    [412, acceptsIfMatch(e)],
    [413, e.method === 'POST' || e.method === 'PUT'],
    [415, e.method !== 'GET' && !(e.body instanceof z.ZodUndefined)],
    [429, isLimited],
    [500, true],
    [503, true],
    [507, e.access !== 'public' && (e.method === 'POST' || e.method === 'PUT')],
  ]
  return candidates.flatMap(([status, is]) =>
    is || e.other_error_statuses?.includes(status) ? [status] : [],
  )
}

const hasFields = (query: z.ZodType) => query instanceof z.ZodObject && Object.keys(query.shape).length > 0
