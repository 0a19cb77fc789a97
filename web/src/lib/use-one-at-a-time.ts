import { useRef } from 'react'

/** Lets work begin only when the one before has ended: a button can be pressed again before it is drawn as busy. */
export function useOneAtATime(): (work: () => Promise<unknown>) => void {
  const busy = useRef(false)
  return (work) => {
    if (busy.current) return
    busy.current = true
    const free = () => {
      busy.current = false
    }
    // Whoever began it shows what became of it.
    void work().then(free, free)
  }
}
