import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { applyEvent } from './apply-event.ts'
import { conversationFixture } from './conversation-fixtures.ts'
import { MIN_REFRESH_INTERVAL_MS } from './refresh-counts.ts'

let cache: QueryClient
let requestCount: number
let answer: () => Promise<object>
let stop: () => void
beforeEach(async () => {
  vi.useFakeTimers()
  cache = new QueryClient()
  requestCount = 0
  answer = async () => ({ assigned: requestCount })
  const queryFn = () => {
    requestCount += 1
    return answer()
  }
  stop = new QueryObserver(cache, { queryKey: queryKeys.listCounts, queryFn, retry: false }).subscribe(
    () => {},
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requestCount).toBe(1)
})
afterEach(() => {
  stop()
  focusManager.setFocused(undefined)
  vi.useRealTimers()
})

const pushEvent = (version = 6) =>
  applyEvent(cache, {
    event_id: '1.2.3',
    type: 'conversation.changed',
    version,
    object: conversationFixture(1, { version }),
  })

test('a hundred events in ten seconds cause at most one request every two seconds', async () => {
  for (let n = 0; n < 100; n++) {
    pushEvent(n)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(requestCount - 1).toBeGreaterThan(2)
  expect(requestCount - 1).toBeLessThanOrEqual(10_000 / MIN_REFRESH_INTERVAL_MS)
})

test('after a quiet period one event is answered within half a second', async () => {
  pushEvent()
  await vi.advanceTimersByTimeAsync(500)
  expect(requestCount).toBe(2)
})

test('counts are not fetched while the window is unfocused and are stale on return', async () => {
  focusManager.setFocused(false)
  pushEvent()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requestCount).toBe(1)
  expect(cache.getQueryState(queryKeys.listCounts)?.isInvalidated).toBe(true)
})

test('a slow response is awaited before the next request', async () => {
  answer = () => new Promise((resolve) => setTimeout(() => resolve({}), 5_000))
  pushEvent()
  await vi.advanceTimersByTimeAsync(1_000)
  pushEvent(7)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(requestCount).toBe(2)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(requestCount).toBe(3)
})
