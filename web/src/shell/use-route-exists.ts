import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Whether a path is a route with a finished screen behind it. */
export function useRouteExists(): (path: string) => boolean {
  const router = useRouter()
  return useCallback(
    (path) => {
      const route = Object.entries(router.routesByPath).find(([known]) => known === path)?.[1]
      return route !== undefined && !route.options.staticData?.upcoming
    },
    [router],
  )
}
