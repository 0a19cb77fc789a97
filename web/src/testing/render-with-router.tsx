import type { QueryKey } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderApp } from './render.tsx'

/** `renderApp` for components with links or navigation. Returns the router, whose `latestLocation` changes with them. */
export function renderWithRouter(element: ReactElement, options: { cached?: [QueryKey, unknown][] } = {}) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return {
    router,
    ...renderApp(<RouterContextProvider router={router}>{element}</RouterContextProvider>, options),
  }
}
