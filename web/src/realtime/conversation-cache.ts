import type { Conversation, ConversationListItem, ConversationSummary } from '@parley/contract/conversations'
import type { Agent } from '@parley/contract/people'
import type { QueryClient } from '@tanstack/react-query'
import type { ListPages } from '../api/conversation-lists.ts'
import { keys } from '../api/query.ts'
import { belongs, sortsAlike } from './list-place.ts'
import { patchKey, patchQuery } from './patch.ts'
import { listOf, markListStale, tellList } from './refresh-heads.ts'

export type Row = ConversationListItem

/** The row as a fetch would answer it now: the server's copy, with the reader's own unread count carried on. */
export function advance<R extends Row>(row: R, saved: ConversationSummary): R {
  if (saved.version <= row.version) return row
  const arrived = saved.unread_counter - row.unread_counter
  const unread_message_count = Math.max(0, Math.min(10, row.unread_message_count + arrived))
  return { ...row, ...saved, unread_message_count }
}

/**
 * Changes every copy of a conversation: the open one (`whole`) and the rows of all lists. Lists that it came to, left
 * or moved in are marked; `news` is the row for lists that do not show it yet.
 */
export function patchRows(
  cache: QueryClient,
  uuid: string,
  change: <R extends Row>(row: R, whole: boolean) => R,
  news?: ConversationSummary,
) {
  patchKey<Conversation>(cache, keys.conversation(uuid), (old) => change(old, true))

  const myId = cache.getQueryData<Agent>(keys.me)?.id
  for (const query of cache.getQueryCache().findAll({ queryKey: keys.conversationLists })) {
    const list = listOf(query.queryKey)
    let before: Row | undefined
    let after: Row | undefined
    patchQuery<ListPages>(cache, query, (pages) =>
      mapRows(pages, uuid, (row) => {
        before = row
        after = change(row, false)
        return after
      }),
    )
    // A guess alone moves nothing: the list follows when the server has said so.
    if (!news) continue
    const place = belongs(list, news, myId)
    tellList(cache, query, uuid, { version: news.version, belongs: place })
    const moved = before && after && !(belongs(list, after, myId) === true && sortsAlike(list, before, after))
    const came = !before && place !== false
    if (moved || came) markListStale(cache, query)
  }
}

/** Takes a conversation away that the reader may no longer see, unless a newer copy shows that they may again. */
export function dropRow(cache: QueryClient, uuid: string, version: number) {
  const open = cache.getQueryData<Conversation>(keys.conversation(uuid))
  if (open && open.version > version) return
  for (const query of cache.getQueryCache().findAll({ queryKey: keys.conversationLists })) {
    // Of this version, too, no row may come.
    tellList(cache, query, uuid, { version: version + 1, belongs: false })
    patchQuery<ListPages>(cache, query, (pages) => {
      const hit = pages.pages.flatMap((page) => page.results).find((row) => row.uuid === uuid)
      if (!hit || hit.version > version) return pages
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
  cache.removeQueries({ queryKey: keys.messages(uuid) })
  // Asked again, the server says 404, and the page shows what that means.
  void cache.resetQueries({ queryKey: keys.conversation(uuid) })
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
