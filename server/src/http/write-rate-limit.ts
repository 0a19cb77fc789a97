import rateLimit from '@fastify/rate-limit'
import { countsAsWrite } from '@parley/contract/shared/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'

/**
 * Limits the number of changes per minute for each agent, and separately for each API key. Every call except GET counts once,
 * including a bulk action; calls that clients send automatically do not count. Responses show the remaining quota in `RateLimit-*`
 * headers. Counters are in memory: with several web processes, the limit applies to each.
 *
 * Register it before the routes and after `authenticate`, which identifies the caller.
 */
export async function rateLimitWrites(app: FastifyInstance, readLimit: () => Promise<number>): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: 60_000,
    max: readLimit,
    // An agent's sessions and API key have separate quotas.
    keyGenerator: ({ actor }) => `${actor?.kind} ${actor?.id}`,
    allowList: (request) => !isCounted(request),
    // RateLimit-Limit, -Remaining and -Reset (draft-ietf-httpapi-ratelimit-headers-07), which clients can parse.
    enableDraftSpec: true,
    errorResponseBuilder: (_request, { max, ttl }) => {
      const retry_after_s = Math.max(1, Math.ceil(ttl / 1000))
      return new AppError(
        429,
        'GeneralException',
        `You made more than ${max} changes in a minute. Wait ${retry_after_s} seconds and try again`,
        { retry_after_s },
      )
    },
  })
}

const isCounted = ({ actor, routeOptions }: FastifyRequest): boolean => {
  const endpoint = routeOptions.config.endpoint
  return actor !== null && endpoint !== undefined && countsAsWrite(endpoint)
}
