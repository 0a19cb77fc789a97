import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from './api/query-client.ts'
import { preventStrayFileDrops } from './lib/browser/stray-file-drops.ts'
import { watchTheme } from './lib/theme.ts'
import { showLoadFailure } from './lib/toast.ts'
import { createAppRouter } from './router.tsx'
import { configQuery, meQuery, settingsQuery } from './session/queries.ts'
import { syncConfig } from './session/sync-config.ts'

/** Settings, then words, then favicon; only then is there something to draw (spec section 4). Throws when one fails. */
export async function start() {
  const queryClient = createQueryClient(signOut, showLoadFailure)
  const router = createAppRouter(queryClient)
  void queryClient.prefetchQuery(settingsQuery)
  if (!isSignedOutPath(location.pathname)) prefetchFirstScreen(queryClient)

  await syncConfig(queryClient)
  watchTheme()
  preventStrayFileDrops()
  return { queryClient, router }

  /** Whatever was on the page belonged to the session that is over; signing in leads back to it. */
  function signOut() {
    const { pathname, href } = router.state.location
    if (isSignedOutPath(pathname)) return
    // First away, then forgotten: a screen that still shows would ask again at once.
    void router
      .navigate({ to: '/', search: { next: href } })
      .then(() =>
        queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== configQuery.queryKey[0] }),
      )
  }
}

/** Pages for people who are not signed in. */
const isSignedOutPath = (pathname: string) => ['/', '/reset-password', '/set-password'].includes(pathname)

/** What the first screen behind the sign-in needs travels beside the settings and the words, not after them. */
function prefetchFirstScreen(queryClient: QueryClient) {
  void queryClient.prefetchQuery(meQuery)
  void import('./shell/shell.tsx')
  if (location.pathname.startsWith('/inboxes')) void import('./routes/inbox-layout.tsx')
}
