const seconds = { type: 'integer', minimum: 0 } as const

/** Headers of answers, by their names. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The number of the request, which support asks for. Refusals also have it as `request_id`.',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'The version of the object. With it as `If-Match`, a change is only made to this version.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'In how many seconds to send the request again.', schema: seconds },
  'RateLimit-Limit': {
    description: 'How many changes a minute this agent or API key may make.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': { description: 'In how many seconds the count starts again.', schema: seconds },
} as const
export type ResponseHeader = keyof typeof responseHeaders

/** They come with what counts as a change, whatever its answer. */
export const rateLimitHeaders = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
] as const satisfies ResponseHeader[]

export const headerRefs = (names: readonly ResponseHeader[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
