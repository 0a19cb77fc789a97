import { useEffect, useState } from 'react'

export const DEBOUNCE_MS = 300

/** The text, updated once typing pauses. Every contact search uses it. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
