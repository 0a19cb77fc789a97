import type { Conversation } from '@parley/contract/conversations/conversations'
import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { conversationQuery } from '../api/conversation-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { eventually } from '../testing/eventually.ts'
import { applyEvent, applyOptimisticUpdate } from './apply-event.ts'
import {
  cache,
  changed,
  isStale,
  one,
  open,
  receiveMessage,
  rows,
  setUpCache,
  two,
} from './apply-event-suite.ts'
import { conversationFixture, messageFixture, toConversation, toListItem } from './conversation-fixtures.ts'

setUpCache()

test('an optimistic update is shown at once and replaced by the saved row', () => {
  const update = applyOptimisticUpdate(cache, one.uuid, { status: 'Resolved', status_id: 3 })
  expect(open()).toMatchObject({ status: 'Resolved', version: 5 })
  expect(rows()?.[1]).toMatchObject({ status: 'Resolved', version: 5 })
  expect(isStale(), 'the list waits for confirmation').toBe(false)
  const saved = conversationFixture(1, { version: 6, status: 'Resolved', status_id: 3 })
  applyEvent(cache, changed(saved))
  update.confirm()
  expect(open()).toEqual(toConversation(saved))
})

test('a push caused by an earlier change does not hide a pending later one', () => {
  const first = applyOptimisticUpdate(cache, one.uuid, { assigned_user_id: 7 })
  const second = applyOptimisticUpdate(cache, one.uuid, { status: 'Resolved', status_id: 3 })
  applyEvent(cache, changed(conversationFixture(1, { version: 6, assigned_user_id: 7 })))
  first.confirm()
  expect(open()).toMatchObject({ assigned_user_id: 7, status: 'Resolved', version: 6 })
  expect(rows()?.find(({ uuid }) => uuid === one.uuid)).toMatchObject({ status: 'Resolved' })
  const saved = conversationFixture(1, { version: 7, assigned_user_id: 7, status: 'Resolved', status_id: 3 })
  applyEvent(cache, changed(saved))
  second.confirm()
  expect(open()).toEqual(toConversation(saved))
})

test('a concurrent change by someone else is refetched after confirmation', () => {
  const update = applyOptimisticUpdate(cache, one.uuid, { assigned_team_id: 3 })
  applyEvent(cache, changed(conversationFixture(1, { version: 7, assigned_team_id: 4 })))
  expect(open()?.assigned_team_id).toBe(3)
  update.confirm()
  expect(cache.getQueryState(queryKeys.conversation(one.uuid))?.isInvalidated).toBe(true)
})

test('a fetch in flight neither hides an optimistic update nor keeps a refused one', async () => {
  const update = applyOptimisticUpdate(cache, one.uuid, { priority: 'High' })
  await fetched(toConversation(one))
  expect(open()?.priority).toBe('High')
  update.rollback()
  await fetched(toConversation(one))
  expect(open()).toEqual(toConversation(one))
})

test('a refused optimistic update is rolled back at once without a fetch', () => {
  applyOptimisticUpdate(cache, one.uuid, { assigned_team_id: 3 }).rollback()
  expect(open()).toEqual(toConversation(one))
  expect(rows()).toEqual([toListItem(two), toListItem(one)])
})

test('rolling back keeps concurrent changes by others', () => {
  const update = applyOptimisticUpdate(cache, one.uuid, { assigned_team_id: 3 })
  const saved = conversationFixture(1, { version: 6, assigned_team_id: 4 })
  applyEvent(cache, changed(saved))
  update.rollback()
  expect(open()).toEqual(toConversation(saved))
})

test('a fetch that was in flight during an event does not restore the old copy', async () => {
  const saved = conversationFixture(1, { version: 6, priority: 'High' })
  applyEvent(cache, changed(saved))
  await fetched(toConversation(one))
  expect(open()).toEqual(toConversation(saved))
})

test.each([
  [
    'conversation',
    queryKeys.conversation(two.uuid),
    () => applyEvent(cache, changed(conversationFixture(2, { version: 6 }))),
  ],
  ['thread', queryKeys.messages(one.uuid), () => receiveMessage(messageFixture(40))],
])('a first fetch of the %s that is in flight during an event is repeated', async (_, queryKey, happen) => {
  const answers: ((data: unknown) => void)[] = []
  const request = () => new Promise((answer) => answers.push(answer))
  void cache.prefetchQuery({ queryKey, queryFn: request })
  await eventually(() => expect(answers).toHaveLength(1))
  happen()
  await eventually(() => expect(answers).toHaveLength(2))
  answers[0]?.('before')
  answers[1]?.('after')
  await eventually(() => expect(cache.getQueryData(queryKey)).toBe('after'))
})

/** Simulates a fetch of the open conversation. */
async function fetched(answer: Conversation) {
  const options = { ...conversationQuery(one.uuid), queryFn: async () => answer }
  const observer = new QueryObserver(cache, options)
  await observer.refetch()
  observer.destroy()
}
