import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../api/query-client.ts'
import { createStore, useStore } from '../lib/store.ts'
import { applyEvent } from './apply-event.ts'
import { forceRefetch } from './patch-query.ts'
import { applyPresence, connectPresence, forgetPresence } from './presence.ts'
import { type ConnectionState, connect } from './socket.ts'

const connection = createStore<ConnectionState>('connecting')
let retry = () => {}

export const useConnection = (): ConnectionState => useStore(connection)

/** Whether changes are being pushed. If not, code that saves has to refetch the result. */
export const currentConnection = (): ConnectionState => connection.get()

export const retryConnection = () => retry()

/** Keeps the cache in sync with the server while the shell is mounted. Mounted once. */
export function useRealtime() {
  const cache = useQueryClient()
  // The socket and the browser's network and focus events are outside React.
  useEffect(() => {
    const socket = connect({
      url: socketUrl,
      onEvent: (event) => {
        if (event.type === 'hello') {
          if (!syncedClients.has(cache)) refetchUnsynced(cache)
          retryFailed(cache)
          forgetPresence()
          connectPresence(socket.send)
        }
        applyEvent(cache, event)
        if (event.type === 'message.created' && event.object.activity?.type === 'scheduled_reply_held')
          void import('./notify-reply-held.ts').then((m) => m.notifyReplyHeld(cache, event.object))
        if (event.type === 'message.created' && event.object.activity?.type === 'action_refused')
          void import('../macros/notify-action-refused.ts').then((m) =>
            m.notifyActionRefused(cache, event.object),
          )
      },
      onPresence: applyPresence,
      onConnection: (state) => {
        connection.set(state)
        if (state !== 'open') forgetPresence()
      },
      // A 401 leads to the sign-in page.
      onMaybeSignedOut: () => void cache.invalidateQueries({ queryKey: queryKeys.me }),
    })
    retry = socket.retryNow
    addEventListener('online', socket.retryNow)
    addEventListener('focus', socket.retryNow)
    return () => {
      retry = () => {}
      removeEventListener('online', socket.retryNow)
      removeEventListener('focus', socket.retryNow)
      socket.close()
    }
  }, [cache])
}

const syncedClients = new WeakSet<QueryClient>()

/** Data fetched before the first hello may have changed before the socket was listening. */
function refetchUnsynced(cache: QueryClient) {
  syncedClients.add(cache)
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
