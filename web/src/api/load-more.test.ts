import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { loadMore } from './load-more.ts'

/** A list of three pages. Its requests wait until `answer` is called, and then again for the next. */
function observeList() {
  const waiting: PromiseWithResolvers<void>[] = []
  let failing = false
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    initialPageParam: 1,
    getNextPageParam: (last: number) => (last < 3 ? last + 1 : undefined),
    queryFn: async ({ pageParam }) => {
      const request = Promise.withResolvers<void>()
      waiting.push(request)
      await request.promise
      if (failing) throw new Error('No connection')
      return pageParam
    },
  })
  const unsubscribe = observer.subscribe(() => {})
  afterEach(unsubscribe)
  const answer = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.resolve()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    client,
    answer,
    fail: () => {
      failing = true
    },
    pages: () => observer.getCurrentResult().data?.pages,
    more: () => loadMore(observer.getCurrentResult()),
  }
}

test('a page that a refetch has cancelled is loaded after it', async () => {
  const { client, answer, pages, more } = observeList()
  await answer()
  expect(pages()).toEqual([1])
  const done = more()
  void client.invalidateQueries({ queryKey: ['list'] })
  // The cancelled page, the refetched first one, and the page again.
  for (let request = 0; request < 3; request++) await answer()
  await done
  expect(pages()).toEqual([1, 2])
})

test('asks once if nothing comes between, and not again after an error', async () => {
  const { answer, fail, pages, more } = observeList()
  await answer()
  const second = more()
  await answer()
  await second
  expect(pages()).toEqual([1, 2])
  fail()
  const third = more()
  await answer()
  await third
  expect(pages()).toEqual([1, 2])
})
