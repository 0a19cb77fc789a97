import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import { countsAsWrite } from '@parley/contract/shared/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import { incrementAttempts } from './count-attempts.ts'
import { AppError } from './errors.ts'

const windowMs = 60_000

/**
 * Limits the number of changes per minute for each agent, and separately for each API key. Every call except GET counts once,
 * including a bulk action; calls that clients send automatically do not count. Responses show the remaining quota in `RateLimit-*`
 * headers. All nodes share the counts.
 *
 * Register it before the routes and after `authenticate`, which identifies the caller.
 */
export async function rateLimitWrites(
  app: FastifyInstance,
  { db, clock, readLimit }: { db: Db; clock: Clock; readLimit: () => Promise<number> },
): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    hook: 'onRequest',
    timeWindow: windowMs,
    store: storeIn(db, clock),
    max: readLimit,
    // An agent's sessions and API key have separate quotas.
    keyGenerator: ({ actor }) => `writes:${actor?.kind}:${actor?.id}`,
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

/** The plugin instantiates it, and once more for every route. */
function storeIn(db: Db, clock: Clock) {
  return class DatabaseStore implements FastifyRateLimitStore {
    incr(key: string, callback: (error: Error | null, result?: { current: number; ttl: number }) => void) {
      incrementAttempts(db, key, windowMs / 1000, clock.now()).then(
        ({ count, ends_in_s }) => callback(null, { current: count, ttl: ends_in_s * 1000 }),
        (error: Error) => callback(error),
      )
    }
    child() {
      return this
    }
  }
}

const isCounted = ({ actor, routeOptions }: FastifyRequest): boolean => {
  const endpoint = routeOptions.config.endpoint
  return actor !== null && endpoint !== undefined && countsAsWrite(endpoint)
}
