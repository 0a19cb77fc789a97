import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

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
  const query = cache.getQueryCache().find({ queryKey, exact: true })
  if (query) patchQuery(cache, query, change)
}

/** A response in flight may predate the change, and would undo or miss it: refetch. */
export function refetchIfFetching(cache: QueryClient, queryKey: QueryKey) {
  const query = cache.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus === 'fetching') void forceRefetch(cache, query)
}

/**
 * Refetches the queries of a key after an event. The library alone would let a first fetch go on, whose response may be
 * from before the change.
 */
export function refetchChanged(cache: QueryClient, queryKey: QueryKey) {
  for (const query of cache.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    if (query.state.data === undefined) void forceRefetch(cache, query)
  void cache.invalidateQueries({ queryKey })
}

/** Fetches a query from scratch, even while a fetch is in flight. Only its observers see a failure. */
export async function forceRefetch(cache: QueryClient, query: Query) {
  // A first fetch can't be replaced; it has to be cancelled.
  if (query.state.data === undefined) await cache.cancelQueries({ queryKey: query.queryKey, exact: true })
  await query.fetch(undefined, { cancelRefetch: true }).catch(() => {})
}
