import type { Agent } from '@parley/contract/people'
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import { fetchListPage, type ListKey, type ListPage, type ListPages } from '../api/conversation-lists.ts'
import { keys } from '../api/query.ts'
import { mergeHead } from './merge-head.ts'
import { askAnew } from './patch.ts'

/** A busy workspace sends many events a second; a list on the screen follows them in steps of this length. */
export const REFRESH_MS = 300

/** What a list has to show of a conversation since it was pushed; `belongs` as in list-place.ts. */
export type News = { version: number; belongs: boolean | null }

/** Heads on their way, by list, each with what was pushed since it was asked for. */
const onTheirWay = new WeakMap<Query, Map<string, News>>()

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

/**
 * Says what was pushed of a conversation, moved or not. An answer that is under way may have been read before: then it would bring an old
 * row back, or leave out one that was away for a moment only.
 */
export function tellList(cache: QueryClient, query: Query, uuid: string, news: News) {
  const pushed = onTheirWay.get(query)
  if (pushed && (pushed.get(uuid)?.version ?? 0) < news.version) pushed.set(uuid, news)
  // Whatever comes, the whole list was asked for before.
  if (query.state.fetchStatus === 'fetching') markListStale(cache, query)
}

async function refreshHead(cache: QueryClient, hash: string) {
  const query = cache.getQueryCache().get(hash)
  if (!query?.isActive()) return
  // Called off and asked again and again, a slow server would never be heard.
  if (query.state.fetchStatus === 'fetching') return markListStale(cache, query)
  // A list that never loaded loads as a whole.
  if (!query.state.data) return askAnew(cache, query)
  const list = listOf(query.queryKey)
  const pushed = new Map<string, News>()
  onTheirWay.set(query, pushed)
  try {
    const head = await fetchListPage(list)
    // One that was asked for later knows more.
    if (onTheirWay.get(query) !== pushed) return
    const myId = cache.getQueryData<Agent>(keys.me)?.id
    cache.setQueryData<ListPages>(query.queryKey, (old) => old && mergeHead(old, head, list, myId))
    if (isBehind(head, pushed)) markListStale(cache, query)
  } catch (error) {
    // The list stays marked: the next event, visit or reconnection asks again.
    console.warn('A list could not be brought up to date', error)
  } finally {
    if (onTheirWay.get(query) === pushed) onTheirWay.delete(query)
  }
}

/** Whether something pushed meanwhile is newer than the answer, or missing from it. It may stand further below: asking once more tells. */
const isBehind = (head: ListPage, pushed: ReadonlyMap<string, News>): boolean =>
  [...pushed].some(([uuid, { version, belongs }]) => {
    const row = head.results.find((one) => one.uuid === uuid)
    return row ? row.version < version : belongs !== false
  })

/** The list that a key of `keys.conversationList` was made from. */
export const listOf = (queryKey: readonly unknown[]): ListKey => queryKey[1] as ListKey // only that maker begins so
