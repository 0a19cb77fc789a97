import { focusManager, type QueryClient } from '@tanstack/react-query'
import { keys } from '../api/query.ts'

/** The figures beside the lists follow in steps of this length, however much happens. */
export const COUNTS_MS = 2_000
/** What one action sets off comes as several events. */
const GATHER_MS = 300

const waiting = new WeakSet<QueryClient>()
const askedAt = new WeakMap<QueryClient, number>()

/** Says that lists may have grown or shrunk. They are counted anew while somebody looks, else when somebody does again. */
export function markCountsStale(cache: QueryClient) {
  const query = cache.getQueryCache().find({ queryKey: keys.listCounts, exact: true })
  if (!query) return
  query.invalidate()
  if (waiting.has(cache)) return
  waiting.add(cache)
  const last = Math.max(askedAt.get(cache) ?? 0, query.state.dataUpdatedAt)
  setTimeout(
    () => {
      waiting.delete(cache)
      if (!query.isActive() || !focusManager.isFocused()) return
      // Called off and asked again and again, a slow server would never be heard.
      if (query.state.fetchStatus === 'fetching') return markCountsStale(cache)
      askedAt.set(cache, Date.now())
      // The figures stay as they were, and the next event asks again.
      query.fetch().catch((error) => console.warn('The lists could not be counted', error))
    },
    Math.max(GATHER_MS, last + COUNTS_MS - Date.now()),
  )
}
