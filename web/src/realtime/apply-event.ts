import { type ConversationShared, ConversationSummary } from '@parley/contract/conversations/conversations'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { QueryClient } from '@tanstack/react-query'
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
import { refetchIfFetching } from './patch-query.ts'
import { markCountsStale } from './refresh-counts.ts'

/**
 * The one place where the cache learns of what the server has saved. Events may come late, twice or out of order:
 * the version decides, and what cannot be decided here is asked for again.
 */
export function applyEvent(cache: QueryClient, event: ServerEvent) {
  switch (event.type) {
    case 'hello':
      if (event.forget) resetVersionedQueries(cache)
      if (event.reload) void cache.invalidateQueries()
      return
    case 'conversation.created':
    case 'conversation.changed':
      markCountsStale(cache)
      return putConversation(cache, event.object)
    case 'conversation.gone':
      markCountsStale(cache)
      return removeConversation(cache, event.object.uuid, event.version)
    case 'conversation.seen':
      return putSeen(cache, event.object)
    case 'message.created':
    case 'message.changed':
      return putMessage(cache, event.object)
    case 'contact.updated':
      return putContact(cache, event.object)
    case 'contact.merged':
      return refreshAfterMerge(cache, event.object)
    case 'contact.notes_changed':
      return void cache.invalidateQueries({ queryKey: queryKeys.contactNotes(event.object.id) })
    case 'lookup.changed':
      return refreshLookup(cache, event.object.lookup)
    default:
      // Types prove that all are handled; a newer server may know more.
      return event satisfies never
  }
}

/** Drops all copies that would win over what is fetched now because their version is higher, and asks for those on the screen. */
function resetVersionedQueries(cache: QueryClient) {
  for (const queryKey of [queryKeys.conversationLists, queryKeys.allConversations, queryKeys.allMessages])
    void cache.resetQueries({ queryKey })
}

/** The two ways a guess can end. */
export type OptimisticUpdate = { confirm: () => void; rollback: () => void }

/**
 * Shows a change before the server has answered, over whatever comes meanwhile. The version stays, so the server's row always replaces it. A
 * refusal puts back what was there, or what has come since.
 */
export function applyOptimisticUpdate(
  cache: QueryClient,
  uuid: string,
  change: Partial<ConversationShared>,
): OptimisticUpdate {
  let before: Row | undefined
  patchConversation(cache, uuid, (row) => {
    if (!before || row.version > before.version) before = row
    return { ...row, ...change, version: row.version }
  })
  const version = before?.version ?? 0
  const release = registerOptimisticPatch(uuid, { version, change })
  return {
    confirm() {
      const newest = release() as ConversationShared | null // only those are remembered
      if (!newest) return
      if (matchesPatch(newest, change)) showServerRow(cache, newest)
      // From before the change, whose own event is to come, or from after it.
      else refetchConversation(cache, uuid)
    },
    rollback() {
      const newest = release() as ConversationShared | null // as above
      if (newest) return showServerRow(cache, newest)
      const old = before
      if (!old) return
      const undone = Object.fromEntries(Object.entries(old).filter(([key]) => key in change))
      patchConversation(cache, uuid, (row) => (row.version === version ? { ...row, ...undone } : row))
    },
  }
}

/** Whether the server's row has what was chosen. Instants are the server's, whatever was guessed. */
const matchesPatch = (row: object, change: object): boolean =>
  Object.entries(change).every(
    ([key, value]) =>
      /_(at|until|since)$/.test(key) ||
      JSON.stringify(row[key as keyof typeof row]) === JSON.stringify(value),
  )

/** Shows the server's row as it is, where a guess lay over it. */
function showServerRow(cache: QueryClient, saved: ConversationShared) {
  const summary = ConversationSummary.parse(saved)
  patchConversation(cache, saved.uuid, (row, whole) =>
    row.version === saved.version
      ? { ...row, ...(whole ? saved : summary), unread_message_count: row.unread_message_count }
      : row,
  )
}

function refetchConversation(cache: QueryClient, uuid: string) {
  void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid), exact: true })
  void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
}

function putConversation(cache: QueryClient, shared: ConversationShared) {
  // Rows know less than the whole conversation: what a fetch would answer, no more.
  const summary = ConversationSummary.parse(shared)
  trackLatestServerRow(shared)
  const put = <R extends Row>(row: R, whole: boolean): R => {
    const next = mergeServerRow(row, whole ? shared : summary)
    return next === row ? row : applyPendingPatches(next)
  }
  patchConversation(cache, shared.uuid, put, summary)
  const queryKey = queryKeys.conversation(shared.uuid)
  // Once loaded, the versions tell which copy is newer.
  if (cache.getQueryData(queryKey) === undefined) refetchIfFetching(cache, queryKey)
  void cache.invalidateQueries({ queryKey: queryKeys.trails(shared.uuid) })
  refreshPreviousConversations(cache, shared)
}

function putSeen(
  cache: QueryClient,
  seen: { uuid: string; unread_message_count: number; unread_counter: number },
) {
  patchConversation(cache, seen.uuid, <R extends Row>(row: R): R => {
    const since = Math.max(0, row.unread_counter - seen.unread_counter)
    const unread_message_count = Math.min(10, seen.unread_message_count + since)
    return unread_message_count === row.unread_message_count ? row : { ...row, unread_message_count }
  })
}

/** A conversation's other pages name it among the contact's earlier ones. */
function refreshPreviousConversations(cache: QueryClient, { uuid, contact_id }: ConversationShared) {
  void cache.invalidateQueries({ queryKey: queryKeys.contactConversations(contact_id) })
  void cache.invalidateQueries({
    queryKey: queryKeys.allConversations,
    predicate: ({ queryKey, state }) => {
      if (queryKey.length !== 2 || queryKey[1] === uuid) return false
      const other = state.data as ConversationShared | undefined // keys of this length hold a conversation
      return other?.contact_id === contact_id
    },
  })
}
