import { useRef } from 'react'

/** Ignores calls while one is in flight: a button can be clicked again before it renders as busy. */
export function useInFlightGuard(): (work: () => Promise<unknown>) => void {
  const inFlight = useRef(false)
  return (work) => {
    if (inFlight.current) return
    inFlight.current = true
    const release = () => {
      inFlight.current = false
    }
    // The caller handles the result.
    void work().then(release, release)
  }
}
