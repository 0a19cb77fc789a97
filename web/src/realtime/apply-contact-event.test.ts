import type { ServerEvent } from '@parley/contract/shared/server-events'
import { expect, test } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { applyEvent } from './apply-event.ts'
import {
  cache,
  frame,
  isStale,
  list,
  one,
  open,
  rows,
  setUpCache,
  type thread,
  two,
} from './apply-event-suite.ts'
import { messageFixture, toConversation, toListItem } from './conversation-fixtures.ts'

setUpCache()

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
