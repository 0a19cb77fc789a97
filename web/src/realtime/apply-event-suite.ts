import type { Conversation } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { beforeEach } from 'vitest'
import { type ListPages, listQuery } from '../api/conversation-list-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { applyEvent } from './apply-event.ts'
import {
  assignedList,
  conversationFixture,
  listPage,
  listPages,
  toConversation,
  toListItem,
} from './conversation-fixtures.ts'

const ME = 7

export const LONG_AGO = 1

export const one = conversationFixture(1)

export const two = conversationFixture(2)

export let cache: QueryClient

export const frame = { event_id: '1.2.3' }

export const changed = (object: typeof one): ServerEvent => ({
  ...frame,
  type: 'conversation.changed',
  version: object.version,
  object,
})

export const open = () => cache.getQueryData<Conversation>(queryKeys.conversation(one.uuid))

export const list = () => cache.getQueryData<ListPages>(listQuery(assignedList).queryKey)

export const rows = () => list()?.pages.flatMap((p) => p.results)

export const isStale = (queryKey: readonly unknown[] = listQuery(assignedList).queryKey) =>
  cache.getQueryState(queryKey)?.isInvalidated

export const thread = () =>
  cache
    .getQueryData<InfiniteData<{ results: Message[]; total: number }>>(queryKeys.messages(one.uuid))
    ?.pages.map((p) => [p.total, ...p.results.map((m) => m.id)])

export const receiveMessage = (
  object: Message,
  type: 'message.created' | 'message.changed' = 'message.created',
) => applyEvent(cache, { ...frame, type, version: object.version, object })

export function setUpCache() {
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
}
