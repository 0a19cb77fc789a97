import { focusManager, type QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'
import { findQuery } from './patch-query.ts'

/** The minimum interval between refreshes of the list counts. */
export const MIN_REFRESH_INTERVAL_MS = 2_000
/** One action causes several events; collect them first. */
const BATCH_DELAY_MS = 300

const scheduled = new WeakSet<QueryClient>()
const requestedAt = new WeakMap<QueryClient, number>()

/**
 * Marks the list counts as stale. They are refetched now if the window has the focus, otherwise when it gets it back.
 */
export function markCountsStale(cache: QueryClient) {
  const query = findQuery(cache, queryKeys.listCounts)
  if (!query) return
  query.invalidate()
  if (scheduled.has(cache)) return
  scheduled.add(cache)
  const last = Math.max(requestedAt.get(cache) ?? 0, query.state.dataUpdatedAt)
  setTimeout(
    () => {
      scheduled.delete(cache)
      if (!query.isActive() || !focusManager.isFocused()) return
      // Cancelling and restarting would starve a slow server.
      if (query.state.fetchStatus === 'fetching') return markCountsStale(cache)
      requestedAt.set(cache, Date.now())
      // The old counts stay, and the next event retries.
      query.fetch().catch((error) => console.warn('Failed to refresh the list counts', error))
    },
    Math.max(BATCH_DELAY_MS, last + MIN_REFRESH_INTERVAL_MS - Date.now()),
  )
}
