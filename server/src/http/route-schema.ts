import type { Endpoint } from '@parley/contract/shared/endpoint'
import { z } from 'zod'

/** What Fastify validates and documents for a contract endpoint. */
export const routeSchema = (e: Endpoint) => ({
  summary: e.summary,
  tags: [e.tag],
  params: e.params,
  querystring: e.query,
  ...(hasBody(e) && { body: e.body }),
  response: { 200: z.object({ status: z.literal('success'), data: e.response }) },
})

const hasBody = (e: Endpoint) =>
  e.method !== 'GET' && e.method !== 'DELETE' && !(e.body instanceof z.ZodUndefined)
