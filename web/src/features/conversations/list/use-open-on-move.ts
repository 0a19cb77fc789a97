import { useEffect, useEffectEvent, useRef } from 'react'
import { useMe } from '../../../session/use-me.ts'

/** While the key is held down, conversations are passed over; the one it stops at is opened. */
const OPEN_DELAY_MS = 120

/** Returns what to call with each row that the cursor moves to; opens it if the agent prefers that. */
export function useOpenOnMove(open: (uuid: string) => void): (uuid: string | undefined) => void {
  const isOn = useMe().open_on_move ?? true
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastMove = useRef(Number.NEGATIVE_INFINITY)
  const openNow = useEffectEvent(open)
  const openLater = useRef((uuid: string) => openNow(uuid))
  useEffect(() => () => clearTimeout(timer.current), [])
  return (uuid) => {
    if (!isOn || uuid === undefined) return
    clearTimeout(timer.current)
    const isRepeated = performance.now() - lastMove.current < OPEN_DELAY_MS
    lastMove.current = performance.now()
    if (isRepeated) timer.current = setTimeout(() => openLater.current(uuid), OPEN_DELAY_MS)
    else open(uuid)
  }
}
