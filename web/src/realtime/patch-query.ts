import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** The query of exactly this key. The library's `find` compares the keys of all queries. */
export const findQuery = (cache: QueryClient, queryKey: QueryKey): Query | undefined =>
  cache.getQueryCache().get(hashKey(queryKey))

/**
 * Changes a query's data without making it look fresh: a list that missed something while disconnected stays stale,
 * however often its rows are patched.
 */
export function patchQuery<Data>(cache: QueryClient, query: Query, change: (old: Data) => Data) {
  const old = query.state.data as Data | undefined // the caller knows the type for its key
  if (old === undefined) return
  const next = change(old)
  if (next === old) return
  const { dataUpdatedAt, isInvalidated } = query.state
  cache.setQueryData(query.queryKey, next, { updatedAt: dataUpdatedAt })
  if (isInvalidated) query.invalidate()
}

export function patchQueryByKey<Data>(cache: QueryClient, queryKey: QueryKey, change: (old: Data) => Data) {
  const query = findQuery(cache, queryKey)
  if (query) patchQuery(cache, query, change)
}

/** A response in flight may predate the change, and would undo or miss it: refetch. */
export function refetchIfFetching(cache: QueryClient, queryKey: QueryKey) {
  const query = findQuery(cache, queryKey)
  if (query?.state.fetchStatus === 'fetching') void forceRefetch(cache, query)
}

/** What could not be read before the change may be readable now, such as a conversation that was in the trash. */
export function refetchIfFailed(cache: QueryClient, queryKey: QueryKey) {
  const query = findQuery(cache, queryKey)
  if (query?.state.status === 'error') refetchSoon(cache, query)
}

/** The minimum interval between refetches of a query, as one action causes several events. */
export const MIN_REFETCH_INTERVAL_MS = 1_000

const refetchedAt = new WeakMap<Query, number>()
const scheduled = new WeakSet<Query>()

/**
 * Marks the queries of a key as stale after an event, and refetches those on screen. The library alone would let a first fetch go on,
 * whose response may be from before the change.
 */
export function refetchChanged(cache: QueryClient, queryKey: QueryKey) {
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    query.invalidate()
    refetchSoon(cache, query)
  }
}

function refetchSoon(cache: QueryClient, query: Query) {
  const isFirstFetch = query.state.fetchStatus === 'fetching' && query.state.data === undefined
  if (scheduled.has(query) || !(query.isActive() || isFirstFetch)) return
  const delay = (refetchedAt.get(query) ?? Number.NEGATIVE_INFINITY) + MIN_REFETCH_INTERVAL_MS - Date.now()
  if (delay <= 0) {
    refetchedAt.set(query, Date.now())
    return void forceRefetch(cache, query)
  }
  scheduled.add(query)
  setTimeout(() => {
    scheduled.delete(query)
    // A response from before the event may have arrived since.
    query.invalidate()
    refetchSoon(cache, query)
  }, delay)
}

/** Fetches a query from scratch, even while a fetch is in flight. Only its observers see a failure. */
export async function forceRefetch(cache: QueryClient, query: Query) {
  // A first fetch can't be replaced; it has to be cancelled.
  if (query.state.data === undefined) await cache.cancelQueries({ queryKey: query.queryKey, exact: true })
  await query.fetch(undefined, { cancelRefetch: true }).catch(() => {})
}
