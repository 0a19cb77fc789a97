import type { Agent } from '@parley/contract/agents/agent'
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query'
import {
  fetchListPage,
  type ListKey,
  type ListPage,
  type ListPages,
} from '../api/conversation-list-queries.ts'
import { queryKeys } from '../api/query-client.ts'
import { mergeFirstPage } from './merge-first-page.ts'
import { forceRefetch } from './patch-query.ts'

/** A busy workspace sends many events a second; a list on the screen follows them in steps of this length. */
export const REFRESH_DELAY_MS = 300

/** What a list has to show of a conversation since it was pushed; `belongs` as in list-place.ts. */
export type PushedRow = { version: number; belongs: boolean | null }

/** Heads on their way, by list, each with what was pushed since it was asked for. */
const inFlight = new WeakMap<Query, Map<string, PushedRow>>()

const scheduled = new WeakMap<QueryClient, Set<string>>()

/** Says that rows came to, left or moved in a list. On the screen its first page is fetched anew within REFRESH_MS, elsewhere when it is opened. */
export function markListStale(cache: QueryClient, query: Query) {
  query.invalidate()
  if (!query.isActive()) return
  const hash = hashKey(query.queryKey)
  const others = scheduled.get(cache)
  if (others) return others.add(hash)
  scheduled.set(cache, new Set([hash]))
  setTimeout(() => {
    const due = scheduled.get(cache) ?? new Set()
    scheduled.delete(cache)
    for (const one of due) void refreshFirstPage(cache, one)
  }, REFRESH_DELAY_MS)
}

/**
 * Says what was pushed of a conversation, moved or not. An answer that is under way may have been read before: then it would bring an old
 * row back, or leave out one that was away for a moment only.
 */
export function notePushedRow(cache: QueryClient, query: Query, uuid: string, news: PushedRow) {
  const pushed = inFlight.get(query)
  if (pushed && (pushed.get(uuid)?.version ?? 0) < news.version) pushed.set(uuid, news)
  // Whatever comes, the whole list was asked for before.
  if (query.state.fetchStatus === 'fetching') markListStale(cache, query)
}

async function refreshFirstPage(cache: QueryClient, hash: string) {
  const query = cache.getQueryCache().get(hash)
  if (!query?.isActive()) return
  // Called off and asked again and again, a slow server would never be heard.
  if (query.state.fetchStatus === 'fetching') return markListStale(cache, query)
  // A list that never loaded loads as a whole.
  if (!query.state.data) return forceRefetch(cache, query)
  const list = listKeyOf(query.queryKey)
  const pushed = new Map<string, PushedRow>()
  inFlight.set(query, pushed)
  try {
    const head = await fetchListPage(list)
    // One that was asked for later knows more.
    if (inFlight.get(query) !== pushed) return
    const myId = cache.getQueryData<Agent>(queryKeys.me)?.id
    cache.setQueryData<ListPages>(query.queryKey, (old) => old && mergeFirstPage(old, head, list, myId))
    if (isBehind(head, pushed)) markListStale(cache, query)
  } catch (error) {
    // The list stays marked: the next event, visit or reconnection asks again.
    console.warn('A list could not be brought up to date', error)
  } finally {
    if (inFlight.get(query) === pushed) inFlight.delete(query)
  }
}

/** Whether something pushed meanwhile is newer than the answer, or missing from it. It may stand further below: asking once more tells. */
const isBehind = (head: ListPage, pushed: ReadonlyMap<string, PushedRow>): boolean =>
  [...pushed].some(([uuid, { version, belongs }]) => {
    const row = head.results.find((one) => one.uuid === uuid)
    return row ? row.version < version : belongs !== false
  })

/** The list that a key of `keys.conversationList` was made from. */
export const listKeyOf = (queryKey: readonly unknown[]): ListKey => queryKey[1] as ListKey // only that maker begins so
