import { useCallback, useSyncExternalStore } from 'react'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the navigation panel fits beside a list and a conversation. */
export const useFitsSidePanel = (): boolean => useMediaQuery('(min-width: 1100px)')

/** Whether to show one pane at a time, with the navigation in a drawer. */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 768px)')
