import { useEffect, useState } from 'react'
import { useBufferUnhandledKeydowns } from '../../../commands/keystroke-buffer/keydown-replay.ts'

/** Longer than opening takes; a cancelled navigation never arrives. */
const GIVE_UP_MS = 3_000

/** Opening a conversation takes a moment. Keys that nothing handles until then are meant for it, and are buffered. */
export function useOpening(openUuid: string | null, open: (uuid: string) => void): (uuid: string) => void {
  const [opening, setOpening] = useState<string | null>(null)
  if (opening !== null && opening === openUuid) setOpening(null)
  useEffect(() => {
    if (opening === null) return
    const timer = setTimeout(() => setOpening(null), GIVE_UP_MS)
    return () => clearTimeout(timer)
  }, [opening])
  useBufferUnhandledKeydowns(opening !== null)
  return (uuid) => {
    if (uuid !== openUuid) setOpening(uuid)
    open(uuid)
  }
}
