import type { ServerEvent } from '@parley/contract/shared/server-events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventBatch } from './event-batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let id = 0
const lookup = (): ServerEvent => ({
  ...{ type: 'lookup.changed', event_id: `1.1.${++id}`, version: 0 },
  object: { lookup: 'tags' },
})

/** `work` is how long applying takes, in ms. */
function start({ work = 0, isHidden = (): boolean => false } = {}) {
  const batches: (readonly ServerEvent[])[] = []
  const batch = createEventBatch(
    (events) => {
      batches.push(events)
      vi.setSystemTime(Date.now() + work)
      vi.advanceTimersByTime(work)
    },
    { isHidden },
  )
  return { ...batch, batches }
}

test('an event after a quiet moment is applied at once, those right after it together and in order', () => {
  const { add, batches } = start()
  const [first, second, third] = [lookup(), lookup(), lookup()] as const
  add(first)
  expect(batches).toEqual([[first]])
  add(second)
  add(third)
  expect(batches).toHaveLength(1)
  vi.advanceTimersByTime(60)
  expect(batches).toEqual([[first], [second, third]])
  vi.advanceTimersByTime(1_000)
  add(first)
  expect(batches).toHaveLength(3)
})

test('nothing waits in a hidden tab', () => {
  const tab = { hidden: false }
  const { add, batches } = start({ isHidden: () => tab.hidden })
  add(lookup())
  const [second, third] = [lookup(), lookup()] as const
  add(second)
  tab.hidden = true
  add(third)
  expect(batches.slice(1)).toEqual([[second, third]])
  vi.advanceTimersByTime(1_000)
  expect(batches).toHaveLength(2)
})

test('a batch that takes long is followed by a longer rest', () => {
  const { add, batches } = start({ work: 100 })
  add(lookup())
  vi.advanceTimersByTime(0)
  add(lookup())
  vi.advanceTimersByTime(250)
  expect(batches).toHaveLength(1)
  vi.advanceTimersByTime(100)
  expect(batches).toHaveLength(2)
})

test('nothing is applied twice or lost when it is flushed early', () => {
  const { add, flush, batches } = start()
  add(lookup())
  const event = lookup()
  add(event)
  flush()
  vi.advanceTimersByTime(1_000)
  expect(batches.slice(1)).toEqual([[event]])
})
