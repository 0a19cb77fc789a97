import { createQueryClient } from './api/query-client.ts'
import { preventStrayFileDrops } from './lib/browser/stray-file-drops.ts'
import { watchTheme } from './lib/theme.ts'
import { showLoadFailure } from './lib/toast.ts'
import { createAppRouter } from './router.tsx'
import { prefetchList } from './routes/inbox/prefetch-list.ts'
import { bootstrap } from './session/bootstrap.ts'
import { configQuery, settingsQuery } from './session/queries.ts'
import { syncConfig } from './session/sync-config.ts'

/** Loads settings, texts and favicon before the first render (spec section 4). Throws if one fails. */
export async function start() {
  const queryClient = createQueryClient(signOut, showLoadFailure)
  const router = createAppRouter(queryClient)
  if (isSignedOutPath(location.pathname)) void queryClient.prefetchQuery(settingsQuery)
  else {
    loadFirstScreen()
    await bootstrap(queryClient)
    const page = router.matchRoutes(router.state.location).at(-1)
    if (page) prefetchList(queryClient, page.params, page.search)
  }

  await syncConfig(queryClient)
  watchTheme()
  preventStrayFileDrops()
  return { queryClient, router }

  /** Everything on the page belonged to the ended session. Signing in leads back to the page. */
  function signOut() {
    const { pathname, href } = router.state.location
    if (isSignedOutPath(pathname)) return
    // Navigate first, then clear: a mounted screen would refetch immediately.
    void router
      .navigate({ to: '/', search: { next: href } })
      .then(() =>
        queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== configQuery.queryKey[0] }),
      )
  }
}

/** Pages before sign-in. */
const isSignedOutPath = (pathname: string) => ['/', '/reset-password', '/set-password'].includes(pathname)

/** Loads the code of the first screen in parallel with settings and texts. */
function loadFirstScreen() {
  void import('./shell/shell.tsx')
  if (location.pathname.startsWith('/inboxes')) void import('./routes/inbox-layout.tsx')
}
