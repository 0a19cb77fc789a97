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

/** Room for the navigation's panel beside a list and a conversation. */
export const useFitsSidePanel = (): boolean => useMediaQuery('(min-width: 1100px)')

/** One pane at a time, navigation in a sheet. */
export const useIsMobile = (): boolean => useMediaQuery('(max-width: 768px)')
