import type { Agent } from '@parley/contract/agents/agent'
import type { Permission } from '@parley/contract/roles/permissions'
import type { QueryKey } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { queryKeys } from '../api/query-client.ts'
import { agentWith as anyAgentWith } from './agent.ts'
import { renderApp } from './render.tsx'

/** The signed-in agent: number 1, Ada Byron. */
export const agentWith = (permissions: readonly Permission[], rest: Partial<Agent> = {}): Agent =>
  anyAgentWith(permissions, { id: 1, last_name: 'Byron', email: 'ada@parley.example', ...rest })

/** Renders at a path, as the given agent. Every path in `paths` exists and shows the same element. */
export async function renderAt(
  at: string,
  element: ReactElement,
  {
    paths = [],
    me = agentWith([]),
    cached = [],
  }: { paths?: readonly string[]; me?: Agent; cached?: [QueryKey, unknown][] } = {},
) {
  const root = createRootRoute({ component: () => element })
  const routes = [...new Set(paths)].map((path) => createRoute({ getParentRoute: () => root, path }))
  const router = createRouter({
    routeTree: root.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [at] }),
    defaultNotFoundComponent: () => null,
  })
  await router.load()
  const app = renderApp(<RouterProvider router={router} />, { cached: [[queryKeys.me, me], ...cached] })
  return { ...app, router }
}
