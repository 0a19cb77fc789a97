import { useEffect, useState } from 'react'

const DEBOUNCE_MS = 300

/** What is typed, once the typing pauses. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  // A timer is outside React.
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
