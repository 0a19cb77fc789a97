import type { Agent } from '@parley/contract/people'
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { fetchListPage, type ListKey, type ListPages } from '../api/conversation-lists.ts'
import { keys } from '../api/query.ts'
import { mergeHead } from './merge-head.ts'
import { askAnew } from './patch.ts'

/** A busy workspace sends many events a second; a list on the screen follows them in steps of this length. */
export const REFRESH_MS = 300

const waiting = new WeakMap<QueryClient, Set<string>>()

/** Says that rows came to, left or moved in a list. On the screen its first page is fetched anew within REFRESH_MS, elsewhere when it is opened. */
export function markListStale(cache: QueryClient, query: Query) {
  query.invalidate()
  if (!query.isActive()) return
  const hash = hashKey(query.queryKey)
  const others = waiting.get(cache)
  if (others) return others.add(hash)
  waiting.set(cache, new Set([hash]))
  setTimeout(() => {
    const due = waiting.get(cache) ?? new Set()
    waiting.delete(cache)
    for (const one of due) void refreshHead(cache, one)
  }, REFRESH_MS)
}

async function refreshHead(cache: QueryClient, hash: string) {
  const query = cache.getQueryCache().get(hash)
  if (!query?.isActive()) return
  // What is under way may have been answered before the change: ask anew. A list that never loaded loads as a whole.
  if (query.state.fetchStatus === 'fetching' || !query.state.data) return askAnew(cache, query)
  const list = listOf(query.queryKey)
  try {
    const head = await fetchListPage(list)
    const myId = cache.getQueryData<Agent>(keys.me)?.id
    cache.setQueryData<ListPages>(query.queryKey, (old) => old && mergeHead(old, head, list, myId))
  } catch (error) {
    // The list stays marked: the next event, visit or reconnection asks again.
    console.warn('A list could not be brought up to date', error)
  }
}

/** The list that a key of `keys.conversationList` was made from. */
export const listOf = (queryKey: readonly unknown[]): ListKey => queryKey[1] as ListKey // only that maker begins so
