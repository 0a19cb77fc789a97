import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { touchConversation } from './conversation-lru.ts'
import { queryKeys } from './query-client.ts'

test('a hundred conversations stay cached; the least recently used is evicted with its messages', () => {
  const cache = new QueryClient()
  const has = (n: number) => cache.getQueryData(queryKeys.conversation(`c${n}`)) !== undefined
  const open = (n: number) => {
    cache.setQueryData(queryKeys.conversation(`c${n}`), {})
    cache.setQueryData(queryKeys.messages(`c${n}`), {})
    touchConversation(cache, `c${n}`)
  }
  for (let n = 1; n <= 100; n++) open(n)
  open(1)
  open(101)
  expect([has(1), has(2), has(3), has(101)]).toEqual([true, false, true, true])
  expect(cache.getQueryData(queryKeys.messages('c2'))).toBeUndefined()
})
