import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../lazy-page.ts'
import { main } from '../root-routes.ts'
import { readRouteID } from '../route-id.ts'

export const idParam = {
  parse: ({ id }: { id: string }) => ({ id: readRouteID(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}

/** All pages under /admin. Without permission for an area, its page says so. */
export const area = createRoute({
  getParentRoute: () => main,
  id: 'admin-area',
  component: lazyPage(() => import('./admin-area.tsx'), 'AdminArea'),
})
