import { useEffect, useState } from 'react'

const WAIT_MS = 300

/** What is typed, once the typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  // A timer is outside React.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), WAIT_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
