import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { isSignedOut } from '../api/api-error.ts'
import { bootstrap } from '../session/bootstrap.ts'
import { prefetchReferenceData } from '../session/prefetch-reference-data.ts'
import { meQuery } from '../session/queries.ts'
import { lazyPage } from './lazy-page.ts'
import { Root } from './root.tsx'

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Root,
})

/** Everything that needs a session, inside the shell. */
export const main = createRoute({
  getParentRoute: () => root,
  id: 'main',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    try {
      // After signing in; the start of the app has done it already.
      await bootstrap(queryClient)
      const me = await queryClient.ensureQueryData(meQuery)
      if (me.owes_second_factor)
        throw redirect({ to: '/set-up-second-factor', search: { next: location.href } })
      prefetchReferenceData(queryClient, me)
    } catch (error) {
      if (!isSignedOut(error)) throw error
      throw redirect({ to: '/', search: { next: location.href } })
    }
  },
  component: lazyPage(() => import('../shell/shell.tsx'), 'Shell'),
})
