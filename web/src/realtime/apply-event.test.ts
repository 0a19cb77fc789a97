import type { Conversation } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import { type InfiniteData, QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { type ListPages, listQuery } from '../api/conversation-list-queries.ts'
import { conversationQuery } from '../api/conversation-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { applyEvent, applyOptimisticUpdate } from './apply-event.ts'
import {
  assignedList,
  conversationFixture,
  listPage,
  listPages,
  messageFixture,
  toConversation,
  toListItem,
} from './conversation-fixtures.ts'

const ME = 7
const LONG_AGO = 1
const one = conversationFixture(1)
const two = conversationFixture(2)
let cache: QueryClient

beforeEach(() => {
  cache = new QueryClient()
  cache.setQueryData(queryKeys.me, { id: ME })
  cache.setQueryData(
    listQuery(assignedList).queryKey,
    listPages(listPage([toListItem(two), toListItem(one)])),
    { updatedAt: LONG_AGO },
  )
  cache.setQueryData(queryKeys.conversation(one.uuid), toConversation(one))
})

const frame = { event_id: '1.2.3' }
const changed = (object: typeof one): ServerEvent => ({
  ...frame,
  type: 'conversation.changed',
  version: object.version,
  object,
})
const open = () => cache.getQueryData<Conversation>(queryKeys.conversation(one.uuid))
const list = () => cache.getQueryData<ListPages>(listQuery(assignedList).queryKey)
const rows = () => list()?.pages.flatMap((p) => p.results)
const isStale = (queryKey: readonly unknown[] = listQuery(assignedList).queryKey) =>
  cache.getQueryState(queryKey)?.isInvalidated

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
  await vi.waitFor(() => expect(shown.getCurrentResult().isFetching).toBe(false))
  expect(open(), 'the higher version wins').toEqual(toConversation(newer))

  applyEvent(cache, { type: 'hello', event_id: '9.9.9', reload: true, forget: true })
  expect(rows(), 'the list is not on screen').toBeUndefined()
  await vi.waitFor(() => expect(open()).toEqual(toConversation(one)))
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

const thread = () =>
  cache
    .getQueryData<InfiniteData<{ results: Message[]; total: number }>>(queryKeys.messages(one.uuid))
    ?.pages.map((p) => [p.total, ...p.results.map((m) => m.id)])
const receiveMessage = (object: Message, type: 'message.created' | 'message.changed' = 'message.created') =>
  applyEvent(cache, { ...frame, type, version: object.version, object })

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
  cache = new QueryClient()
  applyEvent(cache, changed(one))
  receiveMessage(messageFixture(1))
  expect(cache.getQueryCache().getAll()).toEqual([])
})

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
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  happen()
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('before')
  answers[1]?.('after')
  await vi.waitFor(() => expect(cache.getQueryData(queryKey)).toBe('after'))
})

/** Simulates a fetch of the open conversation. */
async function fetched(answer: Conversation) {
  const options = { ...conversationQuery(one.uuid), queryFn: async () => answer }
  const observer = new QueryObserver(cache, options)
  await observer.refetch()
  observer.destroy()
}

const renamed = (change: Partial<typeof one.contact> = {}) => ({
  ...one.contact,
  first_name: 'Renamed',
  updated_at: new Date(Date.parse(one.contact.updated_at) + 1000).toISOString(),
  ...change,
})
const contactUpdated = (object: typeof one.contact): ServerEvent => ({
  ...frame,
  type: 'contact.updated',
  version: Date.parse(object.updated_at),
  object,
})

test('a renamed or blocked contact is updated in rows, conversation and thread like a fresh fetch', () => {
  const contact = renamed({ enabled: false })
  const [theirs, ours] = [messageFixture(1), messageFixture(2, { sender_type: 'agent', sender_id: 7 })]
  const mine = messageFixture(3, {
    sender_id: one.contact.id,
    sender: { ...theirs.sender, id: one.contact.id },
  })
  const thread = { pages: [{ results: [mine, ours], total: 2, next_cursor: null }], pageParams: [undefined] }
  cache.setQueryData(queryKeys.messages(one.uuid), thread)
  applyEvent(cache, contactUpdated(contact))
  expect(open()).toEqual(toConversation({ ...one, contact }))
  const other = two.contact.id === contact.id ? { ...two, contact } : two
  expect(rows()).toEqual([toListItem(other), toListItem({ ...one, contact })])
  const shown = cache.getQueryData<typeof thread>(queryKeys.messages(one.uuid))?.pages[0]?.results
  expect(shown?.[0]?.sender).toMatchObject({ first_name: 'Renamed' })
  expect(shown?.[1]).toBe(ours)
  expect(isStale(), 'a name moves nothing').toBe(false)
})

test('an older or repeated change of a contact changes nothing', () => {
  applyEvent(cache, contactUpdated(renamed()))
  const before = [open(), list()]
  applyEvent(cache, contactUpdated(renamed()))
  applyEvent(cache, contactUpdated({ ...one.contact, first_name: 'Older' }))
  expect([open(), list()]).toEqual(before)
  expect(open()).toBe(before[0])
  expect(list()).toBe(before[1])
})

test('the contact list is patched at once; the contact’s page and the lists are refetched', () => {
  const { id, first_name, last_name, email, enabled, avatar_url, created_at, updated_at } = one.contact
  const listed = {
    id,
    type: 'contact',
    first_name,
    last_name,
    email,
    enabled,
    avatar_url,
    created_at,
    updated_at,
  }
  const queryKey = queryKeys.contactList({ page: 1 })
  cache.setQueryData(queryKey, { results: [listed, { ...listed, id: 12_345 }], total: 2 })
  cache.setQueryData(queryKeys.contact(id), { id })
  applyEvent(cache, contactUpdated(renamed()))
  expect(cache.getQueryData(queryKey)).toMatchObject({ results: [{ first_name: 'Renamed' }, { first_name }] })
  expect([isStale(queryKey), isStale(queryKeys.contact(id))]).toEqual([true, true])
})

test('a contact merge refetches everything that shows people', () => {
  cache.setQueryData(queryKeys.contact(5), { id: 5 })
  cache.setQueryData(queryKeys.contactNotes(6), [])
  applyEvent(cache, { ...frame, type: 'contact.merged', version: 0, object: { id: 5, into_id: 6 } })
  for (const queryKey of [queryKeys.contact(5), queryKeys.contactNotes(6), queryKeys.conversation(one.uuid)])
    expect(isStale(queryKey)).toBe(true)
  expect(isStale()).toBe(true)
})

test('a change of notes refetches only the notes', () => {
  cache.setQueryData(queryKeys.contactNotes(6), [])
  cache.setQueryData(queryKeys.contact(6), { id: 6 })
  applyEvent(cache, { ...frame, type: 'contact.notes_changed', version: 0, object: { id: 6 } })
  expect([isStale(queryKeys.contactNotes(6)), isStale(queryKeys.contact(6))]).toEqual([true, false])
})
