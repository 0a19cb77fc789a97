const seconds = { type: 'integer', minimum: 0 } as const

/** Response headers by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The id of the request, for support. Errors also include it as `request_id`.',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'The version of the object. Send it as `If-Match` to change only this version.',
    schema: { type: 'string' },
  },
  'X-Event-Id': {
    description: 'The change that the call made to a conversation. Send it as `id` to `POST /api/v1/undo`.',
    schema: { type: 'integer', minimum: 1 },
  },
  'Retry-After': { description: 'After how many seconds to retry the request.', schema: seconds },
  'RateLimit-Limit': {
    description: 'How many changes per minute this agent or API key can make.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': { description: 'After how many seconds the limit resets.', schema: seconds },
} as const
export type ResponseHeader = keyof typeof responseHeaders

/** Sent with every call that counts as a write, regardless of the response. */
export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const satisfies ResponseHeader[]

export const headerRefs = (names: readonly ResponseHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
