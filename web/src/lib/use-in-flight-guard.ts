import { useRef } from 'react'

/**
 * Ignores calls while one is in flight: a button can be clicked again before it renders as busy. With `once`, also after one has
 * succeeded, for a form that stays on screen until the next page has loaded.
 */
export function useInFlightGuard({ once = false } = {}): (work: () => Promise<unknown>) => void {
  const isBlocked = useRef(false)
  return (work) => {
    if (isBlocked.current) return
    isBlocked.current = true
    const release = () => {
      isBlocked.current = false
    }
    // The caller handles the result.
    void work().then(once ? undefined : release, release)
  }
}
