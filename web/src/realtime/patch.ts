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

export function patchKey<Data>(cache: QueryClient, queryKey: QueryKey, change: (old: Data) => Data) {
  const query = cache.getQueryCache().find({ queryKey, exact: true })
  if (query) patchQuery(cache, query, change)
}
