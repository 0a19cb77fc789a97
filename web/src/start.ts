import type { QueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { readJson } from './api/call.ts'
import { createQueryClient } from './api/query.ts'
import { installCatalogue } from './lib/i18n.ts'
import { refuseStrayFiles } from './lib/stray-files.ts'
import { watchTheme } from './lib/theme.ts'
import { showMissing } from './lib/toast.ts'
import { createAppRouter } from './router.tsx'
import { configQuery, meQuery, settingsQuery } from './session/queries.ts'

const Catalogue = z.record(z.string(), z.string())

/** Settings, then words, then favicon; only then is there something to draw (spec section 4). Throws when one fails. */
export async function start() {
  const queryClient = createQueryClient(signOut, showMissing)
  const router = createAppRouter(queryClient)
  void queryClient.prefetchQuery(settingsQuery)
  if (!isBeforeSignIn(location.pathname)) fetchAhead(queryClient)

  const config = await queryClient.fetchQuery(configQuery)
  const code = config['app.lang'] || 'en'
  await installCatalogue(code, await readJson(`/api/v1/lang/${encodeURIComponent(code)}`, Catalogue))
  setFavicon(config['app.favicon_url'])
  watchTheme()
  refuseStrayFiles()
  return { queryClient, router }

  /** Whatever was on the page belonged to the session that is over; signing in leads back to it. */
  function signOut() {
    const { pathname, href } = router.state.location
    if (isBeforeSignIn(pathname)) return
    // First away, then forgotten: a screen that still shows would ask again at once.
    void router
      .navigate({ to: '/', search: { next: href } })
      .then(() =>
        queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== configQuery.queryKey[0] }),
      )
  }
}

/** Pages for people who are not signed in. */
const isBeforeSignIn = (pathname: string) => ['/', '/reset-password', '/set-password'].includes(pathname)

/** What the first screen behind the sign-in needs travels beside the settings and the words, not after them. */
function fetchAhead(queryClient: QueryClient) {
  void queryClient.prefetchQuery(meQuery)
  void import('./shell/shell.tsx')
  if (location.pathname.startsWith('/inboxes')) void import('./routes/inbox-layout.tsx')
}

function setFavicon(url: string) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!url || !link) return
  link.removeAttribute('type')
  link.href = url
}
