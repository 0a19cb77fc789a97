import type { Message } from '@parley/contract/messages/messages'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../api/query-client.ts'
import { bootstrapQuery } from '../session/bootstrap.ts'
import { applyEvent } from './apply-event.ts'
import { setConnection, setRetry } from './connection.ts'
import { createEventBatch } from './event-batch.ts'
import { forceRefetch } from './patch-query.ts'
import { applyPresence, connectPresence, forgetPresence } from './presence.ts'
import { connect } from './socket.ts'

/** Keeps the cache in sync with the server while it is mounted, once. Whatever it takes to load, the cursor misses nothing. */
export function LiveUpdates() {
  const cache = useQueryClient()
  // The socket and the browser's network and focus events are outside React.
  useEffect(() => {
    const cursor = cache.getQueryData(bootstrapQuery.queryKey) ?? null
    let isSynced = cursor !== null
    const handle = (event: ServerEvent) => {
      if (event.type === 'hello') {
        if (!isSynced) refetchUnsynced(cache)
        isSynced = true
        retryFailed(cache)
        forgetPresence()
        connectPresence(socket.send)
      }
      applyEvent(cache, event)
      if (event.type === 'message.created') notifyAuthor(cache, event.object)
    }
    const applyAll = (events: readonly ServerEvent[]) => {
      for (const event of events)
        try {
          handle(event)
        } catch (error) {
          // The others of its batch are applied.
          reportError(error)
        }
    }
    const batch = createEventBatch((events) => notifyManager.batch(() => applyAll(events)), {
      isHidden: () => document.hidden,
    })
    const socket = connect({
      cursor,
      url: socketUrl,
      onEvent: batch.add,
      onPresence: applyPresence,
      onConnection: (state) => {
        setConnection(state)
        if (state !== 'open') forgetPresence()
      },
      // A 401 leads to the sign-in page.
      onMaybeSignedOut: () => void cache.invalidateQueries({ queryKey: queryKeys.me }),
    })
    setRetry(socket.retryNow)
    addEventListener('online', socket.retryNow)
    addEventListener('focus', socket.retryNow)
    return () => {
      setRetry(() => {})
      removeEventListener('online', socket.retryNow)
      removeEventListener('focus', socket.retryNow)
      socket.close()
      batch.flush()
    }
  }, [cache])
  return null
}

/** Tells an agent that something of theirs was held or refused. */
function notifyAuthor(cache: QueryClient, message: Message) {
  const type = message.activity?.type
  if (type === 'scheduled_reply_held')
    void import('./notify-reply-held.ts').then((m) => m.notifyReplyHeld(cache, message))
  if (type === 'action_refused')
    void import('../macros/notify-action-refused.ts').then((m) => m.notifyActionRefused(cache, message))
}

/** Without a cursor, data fetched before the first hello may have changed before the socket was listening. */
function refetchUnsynced(cache: QueryClient) {
  for (const query of cache.getQueryCache().findAll()) {
    const { queryKey, state } = query
    if (state.fetchStatus !== 'fetching') void cache.invalidateQueries({ queryKey, exact: true })
    else if (volatileKeys.has(queryKey[0])) void forceRefetch(cache, query)
  }
}

/** Queries that failed while the server was away; otherwise their panes would keep showing the error. */
const retryFailed = (cache: QueryClient) =>
  void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/**
 * Data that changes all day, so that even a response in flight may be outdated. Lookups are not fetched twice at
 * every start.
 */
const volatileKeys: ReadonlySet<unknown> = new Set(
  [queryKeys.conversationLists, queryKeys.allConversations, queryKeys.allMessages].map(([first]) => first),
)

function socketUrl(cursor: string | null): string {
  const address = new URL('/ws?v=2', location.origin)
  address.protocol = address.protocol.replace('http', 'ws')
  if (cursor) address.searchParams.set('cursor', cursor)
  return address.href
}
