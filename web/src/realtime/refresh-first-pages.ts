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

/** The interval between refreshes of a visible list; a busy workspace sends many events a second. */
export const REFRESH_DELAY_MS = 300
/** The delay of the first refresh after a quiet moment: one action causes several events. */
const FIRST_DELAY_MS = 30

/** What was pushed about a conversation; `belongs` as in list-membership.ts. */
export type PushedRow = { version: number; belongs: boolean | null }

/** First pages in flight, by list, with what was pushed since each request. */
const inFlight = new WeakMap<Query, Map<string, PushedRow>>()

const scheduled = new WeakMap<QueryClient, Set<string>>()
const refreshedAt = new WeakMap<QueryClient, number>()

/**
 * Marks a list as stale because rows joined, left or moved. A visible list refetches its first page soon, and at most
 * every REFRESH_DELAY_MS; any other list when it is opened.
 */
export function markListStale(cache: QueryClient, query: Query) {
  query.invalidate()
  if (!query.isActive()) return
  const hash = hashKey(query.queryKey)
  const pending = scheduled.get(cache)
  if (pending) return pending.add(hash)
  scheduled.set(cache, new Set([hash]))
  const last = refreshedAt.get(cache) ?? Number.NEGATIVE_INFINITY
  setTimeout(
    () => {
      const due = scheduled.get(cache) ?? new Set()
      scheduled.delete(cache)
      refreshedAt.set(cache, Date.now())
      for (const one of due) void refreshFirstPage(cache, one)
    },
    Math.max(FIRST_DELAY_MS, last + REFRESH_DELAY_MS - Date.now()),
  )
}

/**
 * Notes what was pushed about a conversation, moved or not. A response in flight may predate it, and would restore an
 * old row or miss one that was only briefly gone.
 */
export function notePushedRow(cache: QueryClient, query: Query, uuid: string, row: PushedRow) {
  const pushed = inFlight.get(query)
  if (pushed && (pushed.get(uuid)?.version ?? 0) < row.version) pushed.set(uuid, row)
  // A fetch of the whole list is in flight and predates this event.
  if (query.state.fetchStatus === 'fetching') markListStale(cache, query)
}

async function refreshFirstPage(cache: QueryClient, hash: string) {
  const query = cache.getQueryCache().get(hash)
  if (!query?.isActive()) return
  // Cancelling and restarting would starve a slow server.
  if (query.state.fetchStatus === 'fetching') return markListStale(cache, query)
  // A list that has never loaded is fetched as a whole.
  if (!query.state.data) return forceRefetch(cache, query)
  const list = listKeyOf(query.queryKey)
  const pushed = new Map<string, PushedRow>()
  inFlight.set(query, pushed)
  try {
    const firstPage = await fetchListPage(list)
    // The interval begins anew, so that a slow server gets a rest.
    refreshedAt.set(cache, Date.now())
    // A later request supersedes this one.
    if (inFlight.get(query) !== pushed) return
    const myId = cache.getQueryData<Agent>(queryKeys.me)?.id
    cache.setQueryData<ListPages>(query.queryKey, (old) => old && mergeFirstPage(old, firstPage, list, myId))
    if (isBehind(firstPage, pushed)) markListStale(cache, query)
  } catch (error) {
    // The list stays stale: the next event, visit or reconnection retries.
    console.warn('Failed to refresh a list', error)
  } finally {
    if (inFlight.get(query) === pushed) inFlight.delete(query)
  }
}

/**
 * Whether something pushed since the request is newer than the response, or missing from it. A missing row may be on a later
 * page; one more request tells.
 */
const isBehind = (firstPage: ListPage, pushed: ReadonlyMap<string, PushedRow>): boolean =>
  [...pushed].some(([uuid, { version, belongs }]) => {
    const row = firstPage.results.find((one) => one.uuid === uuid)
    return row ? row.version < version : belongs !== false
  })

/** The list key inside a `queryKeys.conversationList` key. */
export const listKeyOf = (queryKey: readonly unknown[]): ListKey => queryKey[1] as ListKey // only built there
