import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Whether a path is a route. */
export function useRouteExists(): (path: string) => boolean {
  const router = useRouter()
  return useCallback((path) => path in router.routesByPath, [router])
}
