import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Changes what a query holds without making it look freshly fetched: a list that missed something while the
 * connection was lost stays due for a refetch, however often its rows are patched.
 */
export function patchQuery<Data>(cache: QueryClient, query: Query, change: (old: Data) => Data) {
  const old = query.state.data as Data | undefined // the caller knows what its key holds
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

/** An answer that is under way may have been read before the change, and would undo or miss it: asks anew. */
export function refetchIfFetching(cache: QueryClient, queryKey: QueryKey) {
  const query = cache.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus === 'fetching') void forceRefetch(cache, query)
}

/** Fetches a query from its beginning, whatever is under way. Who shows it is told of a failure, nobody else. */
export async function forceRefetch(cache: QueryClient, query: Query) {
  // A first fetch is never replaced by another; it has to be called off.
  if (query.state.data === undefined) await cache.cancelQueries({ queryKey: query.queryKey, exact: true })
  await query.fetch(undefined, { cancelRefetch: true }).catch(() => {})
}
