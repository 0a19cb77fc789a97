import { useRef } from 'react'

/** Lets work begin only when the one before has ended: a button can be pressed again before it is drawn as busy. */
export function useInFlightGuard(): (work: () => Promise<unknown>) => void {
  const inFlight = useRef(false)
  return (work) => {
    if (inFlight.current) return
    inFlight.current = true
    const release = () => {
      inFlight.current = false
    }
    // Whoever began it shows what became of it.
    void work().then(release, release)
  }
}
