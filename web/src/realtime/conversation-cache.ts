import type { Agent } from '@parley/contract/agents/agent'
import type {
  Conversation,
  ConversationListItem,
  ConversationSummary,
} from '@parley/contract/conversations/conversations'
import type { QueryClient } from '@tanstack/react-query'
import type { ListPages } from '../api/conversation-list-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { belongsToList, hasSameSortValue } from './list-membership.ts'
import { patchQuery, patchQueryByKey } from './patch-query.ts'
import { listKeyOf, markListStale, notePushedRow } from './refresh-first-pages.ts'

export type Row = ConversationListItem

/** The row as a fetch would return it now: the server's copy, with the reader's own unread count carried forward. */
export function mergeServerRow<R extends Row>(row: R, saved: ConversationSummary): R {
  if (saved.version <= row.version) return row
  const arrived = saved.unread_counter - row.unread_counter
  const unread_message_count = Math.max(0, Math.min(10, row.unread_message_count + arrived))
  return { ...row, ...saved, unread_message_count }
}

/**
 * Changes every cached copy of a conversation: the open one (`isFull`) and its rows in all lists. Marks lists that it
 * joined, left or moved within as stale; `serverRow` is the row for lists that don't show it yet.
 */
export function patchConversation(
  cache: QueryClient,
  uuid: string,
  change: <R extends Row>(row: R, isFull: boolean) => R,
  serverRow?: ConversationSummary,
) {
  patchQueryByKey<Conversation>(cache, queryKeys.conversation(uuid), (old) => change(old, true))

  const myId = cache.getQueryData<Agent>(queryKeys.me)?.id
  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.conversationLists })) {
    const list = listKeyOf(query.queryKey)
    let before: Row | undefined
    let after: Row | undefined
    patchQuery<ListPages>(cache, query, (pages) =>
      mapRows(pages, uuid, (row) => {
        before = row
        after = change(row, false)
        return after
      }),
    )
    // An optimistic update moves nothing: lists follow once the server has confirmed it.
    if (!serverRow) continue
    const membership = belongsToList(list, serverRow, myId)
    notePushedRow(cache, query, uuid, { version: serverRow.version, belongs: membership })
    const hasMoved =
      before && after && !(belongsToList(list, after, myId) === true && hasSameSortValue(list, before, after))
    const hasJoined = !before && membership !== false
    if (hasMoved || hasJoined) markListStale(cache, query)
  }
}

/** Removes a conversation that the reader may no longer see, unless a newer copy shows that they may again. */
export function removeConversation(cache: QueryClient, uuid: string, version: number) {
  const open = cache.getQueryData<Conversation>(queryKeys.conversation(uuid))
  if (open && open.version > version) return
  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.conversationLists })) {
    // Rows of this version must not return either.
    notePushedRow(cache, query, uuid, { version: version + 1, belongs: false })
    patchQuery<ListPages>(cache, query, (pages) => {
      const cachedRow = pages.pages.flatMap((page) => page.results).find((row) => row.uuid === uuid)
      if (!cachedRow || cachedRow.version > version) return pages
      markListStale(cache, query)
      return {
        ...pages,
        pages: pages.pages.map((page) => ({
          ...page,
          total: page.total - 1,
          results: page.results.filter((row) => row.uuid !== uuid),
        })),
      }
    })
  }
  cache.removeQueries({ queryKey: queryKeys.messages(uuid) })
  // The refetch gets a 404, which the page explains.
  void cache.resetQueries({ queryKey: queryKeys.conversation(uuid) })
}

function mapRows(pages: ListPages, uuid: string, change: (row: Row) => Row): ListPages {
  let changed = false
  const next = pages.pages.map((page) => {
    const at = page.results.findIndex((row) => row.uuid === uuid)
    const old = page.results[at]
    if (!old) return page
    const row = change(old)
    if (row === old) return page
    changed = true
    return { ...page, results: page.results.with(at, row) }
  })
  return changed ? { ...pages, pages: next } : pages
}
