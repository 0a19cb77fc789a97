import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MIN_REFETCH_INTERVAL_MS, refetchChanged } from './patch-query.ts'

const queryKey = ['trail', 'c1']
let stop: () => void

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** A query on screen, each of whose fetches takes this long. */
async function observe(duration = 0) {
  const client = new QueryClient()
  let fetches = 0
  const queryFn = async () => {
    const number = ++fetches
    await new Promise((done) => setTimeout(done, duration))
    return number
  }
  stop = new QueryObserver(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(MIN_REFETCH_INTERVAL_MS + duration)
  return { client, data: () => client.getQueryData(queryKey), fetches: () => fetches }
}

test('an event refetches what is on screen at once', async () => {
  const { client, fetches } = await observe()
  refetchChanged(client, queryKey)
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches()).toBe(2)
})

test('the events of a second are followed by one more refetch', async () => {
  const { client, data, fetches } = await observe()
  for (let n = 0; n < 20; n++) {
    refetchChanged(client, queryKey)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(fetches()).toBe(2)
  await vi.advanceTimersByTimeAsync(MIN_REFETCH_INTERVAL_MS)
  expect(fetches()).toBe(3)
  expect(data()).toBe(3)
})

test('an event during a refetch is followed by another one, although a response arrives in between', async () => {
  const { client, data } = await observe(500)
  refetchChanged(client, queryKey)
  await vi.advanceTimersByTimeAsync(100)
  refetchChanged(client, queryKey)
  await vi.advanceTimersByTimeAsync(500)
  expect(data()).toBe(2)
  await vi.advanceTimersByTimeAsync(MIN_REFETCH_INTERVAL_MS)
  expect(data()).toBe(3)
})

test('what nothing shows any more is stale, and fetched when it is shown again', async () => {
  const { client, fetches } = await observe()
  refetchChanged(client, queryKey)
  refetchChanged(client, queryKey)
  await vi.advanceTimersByTimeAsync(0)
  stop()
  await vi.advanceTimersByTimeAsync(MIN_REFETCH_INTERVAL_MS)
  expect(fetches()).toBe(2)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
