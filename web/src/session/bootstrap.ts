import { getBootstrap } from '@parley/contract/account/bootstrap'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isRefusal } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { agentsQuery, configQuery, meQuery, settingsQuery, statusesQuery, viewsQuery } from './queries.ts'

/** Fills the queries that every screen reads, with one request. Its own data is the cursor from which live updates continue. */
export const bootstrapQuery = queryOptions({
  queryKey: queryKeys.bootstrap,
  queryFn: async ({ client, signal }) => {
    const { cursor, me, config, settings, statuses, agents, views } = await call(getBootstrap, { signal })
    client.setQueryData(meQuery.queryKey, me)
    client.setQueryData(configQuery.queryKey, config)
    client.setQueryData(settingsQuery.queryKey, settings)
    client.setQueryData(statusesQuery.queryKey, statuses)
    client.setQueryData(agentsQuery.queryKey, agents)
    if (views) client.setQueryData(viewsQuery.queryKey, views)
    return cursor
  },
  // Once per session.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/**
 * Call it before anything reads these queries. If the server refuses it, they are fetched one by one: an agent who must set up a second
 * factor may read `me` only, and an older server knows no bootstrap.
 */
export async function bootstrap(cache: QueryClient): Promise<void> {
  try {
    await cache.ensureQueryData(bootstrapQuery)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}
