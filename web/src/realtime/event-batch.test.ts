import type { ServerEvent } from '@parley/contract/shared/server-events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { conversationFixture } from './conversation-fixtures.ts'
import { createEventBatch } from './event-batch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let id = 0
const lookup = (): ServerEvent => ({
  ...{ type: 'lookup.changed', event_id: `1.1.${++id}`, version: 0 },
  object: { lookup: 'tags' },
})
const changed = (n: number, version: number): ServerEvent => ({
  ...{ type: 'conversation.changed', event_id: `1.1.${++id}`, version },
  object: conversationFixture(n, { version }),
})

/** `work` is how long applying takes, in ms. */
function start({ work = 0 } = {}) {
  const batches: (readonly ServerEvent[])[] = []
  const batch = createEventBatch((events) => {
    batches.push(events)
    vi.setSystemTime(Date.now() + work)
    vi.advanceTimersByTime(work)
  })
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

test('of several changes of a conversation only the last one is applied', () => {
  const { add, batches } = start()
  add(lookup())
  const [a1, b, a2, other] = [changed(1, 5), changed(2, 6), changed(1, 7), lookup()] as const
  for (const event of [a1, b, a2, other]) add(event)
  vi.advanceTimersByTime(60)
  expect(batches[1]).toEqual([b, a2, other])
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
