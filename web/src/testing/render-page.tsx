import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderApp } from './render.tsx'

/**
 * Renders a page of the administration at a path such as `/admin/tags/$id/edit`, with numeric ids. Other paths exist
 * and are empty; `router.state.location` tells where the page led.
 */
export async function renderAdminPage(
  element: ReactElement,
  { path, at = path, ...options }: { path: string; at?: string } & Parameters<typeof renderApp>[1],
) {
  const root = createRootRoute()
  const main = createRoute({ getParentRoute: () => root, id: 'main' })
  const area = createRoute({ getParentRoute: () => main, id: 'admin-area' })
  const page = createRoute({
    getParentRoute: () => area,
    path,
    params: { parse: (params) => ({ ...params, ...('id' in params && { id: Number(params.id) }) }) },
    component: () => element,
  })
  const other = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([main.addChildren([area.addChildren([page])]), other]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await router.load()
  return { router, ...renderApp(<RouterProvider router={router as never} />, options) } // the registered router is the app's own
}
