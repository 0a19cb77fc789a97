import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { keys } from '../api/query.ts'
import { applyEvent } from './apply-event.ts'
import { askAnew } from './patch.ts'
import { type Connection, connect } from './socket.ts'

let connection: Connection = 'connecting'
let retry = () => {}
const listeners = new Set<() => void>()

function setConnection(next: Connection) {
  connection = next
  for (const changed of listeners) changed()
}

export const useConnection = (): Connection => useSyncExternalStore(subscribe, currentConnection)

/** Whether changes are pushed now. Who saves while they are not has to ask what became of it. */
export const currentConnection = (): Connection => connection

export const retryConnection = () => retry()

/** Keeps the cache in step with the server for as long as the shell is on the page. Mounted once. */
export function useRealtime() {
  const cache = useQueryClient()
  // The socket and the browser's own network and focus events are outside React.
  useEffect(() => {
    const line = connect({
      url,
      onEvent: (event) => {
        if (event.type === 'hello') {
          if (!caughtUp.has(cache)) fetchSinceBefore(cache)
          retryFailed(cache)
        }
        applyEvent(cache, event)
        if (event.type === 'message.created' && event.object.activity?.type === 'action_refused')
          void import('../macros/tell-refused.ts').then((m) => m.tellRefused(cache, event.object))
      },
      onConnection: setConnection,
      // If the answer is "signed out", that leads to the sign-in page.
      onMaybeSignedOut: () => void cache.invalidateQueries({ queryKey: keys.me }),
    })
    retry = line.retryNow
    addEventListener('online', line.retryNow)
    addEventListener('focus', line.retryNow)
    return () => {
      retry = () => {}
      removeEventListener('online', line.retryNow)
      removeEventListener('focus', line.retryNow)
      line.close()
    }
  }, [cache])
}

const caughtUp = new WeakSet<QueryClient>()

/** What was fetched before the first hello may have changed before anybody listened. */
function fetchSinceBefore(cache: QueryClient) {
  caughtUp.add(cache)
  for (const query of cache.getQueryCache().findAll()) {
    const { queryKey, state } = query
    if (state.fetchStatus !== 'fetching') void cache.invalidateQueries({ queryKey, exact: true })
    else if (busy.has(queryKey[0])) void askAnew(cache, query)
  }
}

/** What could not be loaded while the server was away: its panes would go on showing the failure. */
const retryFailed = (cache: QueryClient) =>
  void cache.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** What changes all day, so that even an answer under way may be an old one. Lists of names are not asked for twice at every start. */
const busy: ReadonlySet<unknown> = new Set(
  [keys.conversationLists, keys.anyConversation, keys.anyMessages].map(([first]) => first),
)

function url(cursor: string | null): string {
  const address = new URL('/ws?v=2', location.origin)
  address.protocol = address.protocol.replace('http', 'ws')
  if (cursor) address.searchParams.set('cursor', cursor)
  return address.href
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
