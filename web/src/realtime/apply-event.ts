import { type ConversationShared, ConversationSummary } from '@parley/contract/conversations/conversations'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { QueryClient } from '@tanstack/react-query'
import { applyDraftChange, refreshMergedDrafts } from '../api/drafts.ts'
import {
  applyPendingPatches,
  registerOptimisticPatch,
  trackLatestServerRow,
} from '../api/optimistic-patches.ts'
import { queryKeys } from '../api/query-client.ts'
import { putContact, refreshAfterMerge } from './contact-cache.ts'
import { mergeServerRow, patchConversation, type Row, removeConversation } from './conversation-cache.ts'
import { refreshLookup } from './lookup-cache.ts'
import { putMessage } from './message-cache.ts'
import { refetchChanged, refetchIfFailed, refetchIfFetching } from './patch-query.ts'
import { markCountsStale } from './refresh-counts.ts'
import { refreshMovedMessages } from './refresh-moved-messages.ts'

/**
 * The only place where server events update the cache. Events may arrive late, repeated or out of order: the version
 * decides, and what can't be decided here is refetched.
 */
export function applyEvent(cache: QueryClient, event: ServerEvent) {
  switch (event.type) {
    case 'hello':
      if (event.forget) resetVersionedQueries(cache)
      if (event.reload) void cache.invalidateQueries()
      // Edits of drafts are no events, so the cursor doesn't bring back those that were missed.
      else refetchChanged(cache, queryKeys.drafts)
      return
    case 'conversation.created':
    case 'conversation.changed':
      markCountsStale(cache)
      refreshMergedDrafts(cache, event.object.uuid, false)
      return putConversation(cache, event.object)
    case 'conversation.gone':
      markCountsStale(cache)
      refreshMergedDrafts(cache, event.object.uuid, true)
      return removeConversation(cache, event.object.uuid, event.version)
    case 'conversation.seen':
      return putSeen(cache, event.object)
    case 'conversation.drafting':
      return patchConversation(cache, event.object.uuid, (row) => ({
        ...row,
        drafting: event.object.agent_ids,
      }))
    case 'draft.changed':
      return applyDraftChange(cache, event.object)
    case 'message.created':
    case 'message.changed':
      putMessage(cache, event.object)
      return refreshMovedMessages(cache, event.object)
    case 'conversation.followers_changed':
      return refetchChanged(cache, queryKeys.followers(event.object.uuid))
    case 'contact.updated':
      return putContact(cache, event.object)
    case 'contact.merged':
      return refreshAfterMerge(cache, event.object)
    case 'contact.notes_changed':
      return refetchChanged(cache, queryKeys.contactNotes(event.object.id))
    case 'lookup.changed':
      return refreshLookup(cache, event.object.lookup)
    default:
      // Exhaustive at compile time; a newer server may send more.
      return event satisfies never
  }
}

/** Drops every copy whose higher version would win over fetched data, and refetches what is on screen. */
function resetVersionedQueries(cache: QueryClient) {
  for (const queryKey of [queryKeys.conversationLists, queryKeys.allConversations, queryKeys.allMessages])
    void cache.resetQueries({ queryKey })
}

/** How an optimistic update ends. */
export type OptimisticUpdate = { confirm: () => void; rollback: () => void }

/**
 * Shows a change before the server has answered, on top of anything that arrives. Keeps the version, so that the
 * server's row always replaces it. A rollback restores the earlier row, or the newest one received since.
 */
export function applyOptimisticUpdate(
  cache: QueryClient,
  uuid: string,
  patch: Partial<ConversationShared>,
): OptimisticUpdate {
  let beforePatch: Row | undefined
  patchConversation(cache, uuid, (row) => {
    if (!beforePatch || row.version > beforePatch.version) beforePatch = row
    return { ...row, ...patch, version: row.version }
  })
  const version = beforePatch?.version ?? 0
  const release = registerOptimisticPatch(uuid, { version, change: patch })
  return {
    confirm() {
      const newest = release() as ConversationShared | null // only conversations are tracked
      if (!newest) return
      if (matchesPatch(newest, patch)) showServerRow(cache, newest)
      // It is either older than the change, whose own event is to come, or newer.
      else refetchConversation(cache, uuid)
    },
    rollback() {
      const newest = release() as ConversationShared | null // as above
      if (newest) return showServerRow(cache, newest)
      const earlier = beforePatch
      if (!earlier) return
      const reverted = Object.fromEntries(Object.entries(earlier).filter(([key]) => key in patch))
      patchConversation(cache, uuid, (row) => (row.version === version ? { ...row, ...reverted } : row))
    },
  }
}

/** Whether the server's row contains the change. Instants are ignored: the server sets its own. */
const matchesPatch = (row: object, change: object): boolean =>
  Object.entries(change).every(
    ([key, value]) =>
      /_(at|until|since)$/.test(key) ||
      JSON.stringify(row[key as keyof typeof row]) === JSON.stringify(value),
  )

/** Replaces an optimistic row by the server's row. */
function showServerRow(cache: QueryClient, saved: ConversationShared) {
  const summary = ConversationSummary.parse(saved)
  patchConversation(cache, saved.uuid, (row, isFull) =>
    row.version === saved.version
      ? { ...row, ...(isFull ? saved : summary), unread_message_count: row.unread_message_count }
      : row,
  )
}

function refetchConversation(cache: QueryClient, uuid: string) {
  void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid), exact: true })
  void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
}

function putConversation(cache: QueryClient, shared: ConversationShared) {
  // List rows have fewer fields than the conversation: keep what a fetch would return.
  const summary = ConversationSummary.parse(shared)
  trackLatestServerRow(shared)
  const put = <R extends Row>(row: R, isFull: boolean): R => {
    const next = mergeServerRow(row, isFull ? shared : summary)
    return next === row ? row : applyPendingPatches(next)
  }
  patchConversation(cache, shared.uuid, put, summary)
  const queryKey = queryKeys.conversation(shared.uuid)
  // Once loaded, the version decides which copy is newer.
  if (cache.getQueryData(queryKey) === undefined) {
    refetchIfFetching(cache, queryKey)
    refetchIfFailed(cache, queryKey)
  }
  refetchChanged(cache, queryKeys.trails(shared.uuid))
  refreshPreviousConversations(cache, shared)
}

function putSeen(
  cache: QueryClient,
  seen: { uuid: string; unread_message_count: number; unread_counter: number },
) {
  patchConversation(cache, seen.uuid, <R extends Row>(row: R): R => {
    const newUnread = Math.max(0, row.unread_counter - seen.unread_counter)
    const unread_message_count = Math.min(10, seen.unread_message_count + newUnread)
    return unread_message_count === row.unread_message_count ? row : { ...row, unread_message_count }
  })
}

/** Other conversations of the contact list this one as a previous conversation. */
function refreshPreviousConversations(cache: QueryClient, { uuid, contact_id }: ConversationShared) {
  refetchChanged(cache, queryKeys.contactConversations(contact_id))
  const others = cache.getQueryCache().findAll({
    queryKey: queryKeys.allConversations,
    predicate: ({ queryKey, state }) => {
      if (queryKey.length !== 2 || queryKey[1] === uuid) return false
      const other = state.data as ConversationShared | undefined // keys of this length hold a conversation
      return other?.contact_id === contact_id
    },
  })
  for (const { queryKey } of others) void cache.invalidateQueries({ queryKey, exact: true })
}
