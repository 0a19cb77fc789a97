import { focusManager, type QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'

/** The figures beside the lists follow in steps of this length, however much happens. */
export const MIN_REFRESH_INTERVAL_MS = 2_000
/** What one action sets off comes as several events. */
const BATCH_DELAY_MS = 300

const scheduled = new WeakSet<QueryClient>()
const requestedAt = new WeakMap<QueryClient, number>()

/** Says that lists may have grown or shrunk. They are counted anew while somebody looks, else when somebody does again. */
export function markCountsStale(cache: QueryClient) {
  const query = cache.getQueryCache().find({ queryKey: queryKeys.listCounts, exact: true })
  if (!query) return
  query.invalidate()
  if (scheduled.has(cache)) return
  scheduled.add(cache)
  const last = Math.max(requestedAt.get(cache) ?? 0, query.state.dataUpdatedAt)
  setTimeout(
    () => {
      scheduled.delete(cache)
      if (!query.isActive() || !focusManager.isFocused()) return
      // Called off and asked again and again, a slow server would never be heard.
      if (query.state.fetchStatus === 'fetching') return markCountsStale(cache)
      requestedAt.set(cache, Date.now())
      // The figures stay as they were, and the next event asks again.
      query.fetch().catch((error) => console.warn('The lists could not be counted', error))
    },
    Math.max(BATCH_DELAY_MS, last + MIN_REFRESH_INTERVAL_MS - Date.now()),
  )
}
