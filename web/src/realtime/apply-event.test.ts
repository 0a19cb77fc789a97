import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { listQuery } from '../api/conversation-list-queries.ts'
import { conversationQuery } from '../api/conversation-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { eventually } from '../testing/eventually.ts'
import { applyEvent } from './apply-event.ts'
import {
  cache,
  changed,
  frame,
  isStale,
  LONG_AGO,
  list,
  one,
  open,
  rows,
  setUpCache,
  two,
} from './apply-event-suite.ts'
import {
  assignedList,
  conversationFixture,
  listPage,
  listPages,
  toConversation,
  toListItem,
} from './conversation-fixtures.ts'

setUpCache()

test('a change updates the open conversation and its row like a fresh fetch', () => {
  const saved = conversationFixture(1, { version: 6, priority: 'High', priority_id: 3, tags: ['refund'] })
  applyEvent(cache, changed(saved))
  expect(open()).toEqual(toConversation(saved))
  expect(rows()).toEqual([toListItem(two), toListItem(saved)])
  expect(isStale(), 'its position is unchanged').toBe(false)
})

test('an older or repeated copy changes nothing and notifies no observer', () => {
  applyEvent(cache, changed(conversationFixture(1, { version: 6, priority: 'High' })))
  const before = [open(), list()]
  const notifications: string[] = []
  cache.getQueryCache().subscribe((event) => notifications.push(event.type))
  applyEvent(cache, changed(conversationFixture(1, { version: 5, priority: 'Low' })))
  applyEvent(cache, changed(conversationFixture(1, { version: 6, priority: 'High' })))
  expect(open()).toBe(before[0])
  expect(list()).toBe(before[1])
  expect(notifications).toEqual([])
})

test('a customer email counts as unread once, even if its event is repeated', () => {
  const mailed = conversationFixture(1, { version: 6, unread_counter: 5 })
  for (let i = 0; i < 3; i++) applyEvent(cache, changed(mailed))
  expect(open()?.unread_message_count).toBe(1)
  expect(rows()?.[1]?.unread_message_count).toBe(1)
})

test('an email already counted by a fetch is not counted again by its event', () => {
  const mailed = conversationFixture(1, { version: 6, unread_counter: 5 })
  cache.setQueryData(queryKeys.conversation(one.uuid), toConversation(mailed, 1))
  applyEvent(cache, changed(mailed))
  expect(open()?.unread_message_count).toBe(1)
})

test('unread counts are capped at ten, meaning more than nine', () => {
  applyEvent(cache, changed(conversationFixture(1, { version: 40, unread_counter: 40 })))
  expect(rows()?.[1]?.unread_message_count).toBe(10)
})

test('a read mark from another tab sets the count, and later messages stay unread', () => {
  applyEvent(cache, changed(conversationFixture(1, { version: 7, unread_counter: 6 })))
  applyEvent(cache, {
    ...frame,
    type: 'conversation.seen',
    version: 6,
    object: { uuid: one.uuid, unread_message_count: 0, unread_counter: 5 },
  })
  expect(open()?.unread_message_count).toBe(1)
  expect(rows()?.[1]?.unread_message_count).toBe(1)
})

test.each([
  ['leaves the list', conversationFixture(1, { version: 6, status: 'Resolved' })],
  ['is assigned to someone else', conversationFixture(1, { version: 6, assigned_user_id: 8 })],
  ['changes its position', conversationFixture(1, { version: 6, last_message_at: two.created_at })],
])('a list is marked stale when a row %s, and the row is patched at once', (_, saved) => {
  applyEvent(cache, changed(saved))
  expect(rows()?.[1]).toEqual(toListItem(saved))
  expect(isStale()).toBe(true)
})

test('a new conversation marks only the lists it belongs to as stale', () => {
  const closed = { ...assignedList, status: 'Closed' }
  cache.setQueryData(listQuery(closed).queryKey, listPages(listPage([])))
  const object = conversationFixture(3)
  applyEvent(cache, { ...frame, type: 'conversation.created', version: 5, object })
  expect([isStale(), isStale(listQuery(closed).queryKey)]).toEqual([true, false])
  expect(cache.getQueryData(queryKeys.conversation(object.uuid))).toBeUndefined()
})

test('patching rows does not make a stale list look fresh', () => {
  applyEvent(cache, changed(conversationFixture(1, { version: 6, status: 'Resolved' })))
  applyEvent(cache, changed(conversationFixture(2, { version: 6, priority: 'Low' })))
  expect(isStale()).toBe(true)
  expect(cache.getQueryState(listQuery(assignedList).queryKey)?.dataUpdatedAt).toBe(LONG_AGO)
})

test('a conversation that is no longer visible is removed from the list and the cache', () => {
  cache.setQueryData(queryKeys.messages(one.uuid), { pages: [], pageParams: [] })
  applyEvent(cache, { ...frame, type: 'conversation.gone', version: 6, object: { uuid: one.uuid } })
  expect(rows()).toEqual([toListItem(two)])
  expect(open()).toBeUndefined()
  expect(cache.getQueryData(queryKeys.messages(one.uuid))).toBeUndefined()
})

test('a late "gone" event does not remove a conversation that has come back', () => {
  applyEvent(cache, changed(conversationFixture(1, { version: 8 })))
  applyEvent(cache, { ...frame, type: 'conversation.gone', version: 6, object: { uuid: one.uuid } })
  expect(rows()?.length).toBe(2)
  expect(open()?.version).toBe(8)
})

test('a late "gone" event does not remove a conversation that was never opened', () => {
  applyEvent(cache, changed(conversationFixture(2, { version: 8 })))
  applyEvent(cache, { ...frame, type: 'conversation.gone', version: 6, object: { uuid: two.uuid } })
  expect(rows()?.length).toBe(2)
})

test('a new conversation of the same contact refetches the previous conversations', () => {
  const object = conversationFixture(3, { contact_id: one.contact_id })
  applyEvent(cache, { ...frame, type: 'conversation.created', version: 5, object })
  expect(isStale(queryKeys.conversation(one.uuid))).toBe(true)
})

test('everything is refetched when catching up is impossible', () => {
  applyEvent(cache, { type: 'hello', event_id: '9.9.9', reload: false, forget: false })
  expect(isStale()).toBe(false)
  applyEvent(cache, { type: 'hello', event_id: '9.9.9', reload: true, forget: false })
  expect([isStale(), isStale(queryKeys.me), isStale(queryKeys.conversation(one.uuid))]).toEqual([
    true,
    true,
    true,
  ])
})

test('after a restore, older rows replace newer ones on and off screen', async () => {
  const newer = conversationFixture(1, { version: 9, priority: 'High' })
  applyEvent(cache, changed(newer))
  const options = { ...conversationQuery(one.uuid), queryFn: async () => toConversation(one) }
  const shown = new QueryObserver(cache, options)
  const stop = shown.subscribe(() => {})
  await eventually(() => expect(shown.getCurrentResult().isFetching).toBe(false))
  expect(open(), 'the higher version wins').toEqual(toConversation(newer))

  applyEvent(cache, { type: 'hello', event_id: '9.9.9', reload: true, forget: true })
  expect(rows(), 'the list is not on screen').toBeUndefined()
  await eventually(() => expect(open()).toEqual(toConversation(one)))
  stop()
})

test.each([
  ['statuses', queryKeys.statuses],
  ['tags', queryKeys.tags],
  ['teams', queryKeys.teams],
  ['agents', queryKeys.agents],
  ['inboxes', queryKeys.inboxes],
  ['roles', queryKeys.me],
  ['settings', queryKeys.settings],
  ['views', queryKeys.views],
  ['macros', queryKeys.macros],
  ['me', queryKeys.me],
] as const)('a change of %s refetches them', (lookup, key) => {
  cache.setQueryData(key, [])
  applyEvent(cache, { ...frame, type: 'lookup.changed', version: 0, object: { lookup } })
  expect(isStale(key)).toBe(true)
})

test('followers who change while they are first fetched are fetched again', async () => {
  const queryKey = queryKeys.followers(one.uuid)
  const early = Promise.withResolvers<number[]>()
  const queryFn = vi.fn(() => (queryFn.mock.calls.length === 1 ? early.promise : Promise.resolve([7])))
  const stop = new QueryObserver(cache, { queryKey, queryFn }).subscribe(() => {})
  applyEvent(cache, {
    type: 'conversation.followers_changed',
    event_id: '9.9.9',
    version: 1,
    object: { uuid: one.uuid },
  })
  early.resolve([])
  await eventually(() => expect(cache.getQueryData(queryKey)).toEqual([7]))
  stop()
})
