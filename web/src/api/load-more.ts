import type { InfiniteQueryObserverResult } from '@tanstack/react-query'

/** A query with pages, as `useInfiniteQuery` returns it. */
export type PagedQuery = {
  data: { pages: readonly unknown[] } | undefined
  fetchNextPage: () => Promise<InfiniteQueryObserverResult<{ pages: readonly unknown[] }, unknown>>
}

/**
 * Loads the next page. A refetch cancels a page that is loading, for example because a conversation has changed; then the page is loaded
 * after it, so that nobody has to ask twice.
 */
export async function loadMore(query: PagedQuery): Promise<void> {
  const before = query.data?.pages.length ?? 0
  for (;;) {
    const { data, isError, hasNextPage } = await query.fetchNextPage()
    if (isError || !hasNextPage || (data?.pages.length ?? 0) > before) return
  }
}
