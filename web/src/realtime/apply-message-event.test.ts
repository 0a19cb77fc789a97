import type { Message } from '@parley/contract/messages/messages'
import type { InfiniteData } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { applyEvent } from './apply-event.ts'
import { cache, changed, one, receiveMessage, setUpCache, thread } from './apply-event-suite.ts'
import { messageFixture } from './conversation-fixtures.ts'

setUpCache()

function loadThread() {
  cache.setQueryData(queryKeys.messages(one.uuid), {
    pages: [
      { results: [messageFixture(30), messageFixture(20)], total: 3 },
      { results: [messageFixture(10)], total: 3 },
    ],
    pageParams: [],
  })
}

test('late and repeated messages appear once and in order', () => {
  loadThread()
  for (const n of [40, 25, 15, 40, 25]) receiveMessage(messageFixture(n))
  expect(thread()).toEqual([
    [5, 40, 30, 25, 20],
    [4, 15, 10],
  ])
})

test('a message older than the loaded pages is ignored until its page loads', () => {
  loadThread()
  receiveMessage(messageFixture(5))
  expect(thread()).toEqual([
    [3, 30, 20],
    [3, 10],
  ])
})

test('a changed message replaces only older copies', () => {
  loadThread()
  receiveMessage(messageFixture(20, { status: 'sent', version: 3 }), 'message.changed')
  receiveMessage(messageFixture(20, { status: 'pending', version: 2 }), 'message.changed')
  const data = cache.getQueryData<InfiniteData<{ results: Message[] }>>(queryKeys.messages(one.uuid))
  expect(data?.pages[0]?.results[1]).toEqual(messageFixture(20, { status: 'sent', version: 3 }))
})

test('an event about data that is not loaded adds nothing', () => {
  cache.clear()
  applyEvent(cache, changed(one))
  receiveMessage(messageFixture(1))
  expect(cache.getQueryCache().getAll()).toEqual([])
})
