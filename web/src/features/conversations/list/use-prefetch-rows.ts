import { useEffect, useEffectEvent, useRef } from 'react'
import { whenIdle } from '../../../lib/browser/when-idle.ts'

/** Prefetches the rows beside the cursor, the next one first, once the browser is idle: they are likely to be opened next. */
export function usePrefetchNeighbours(
  rows: readonly { uuid: string }[],
  cursor: number,
  prefetch: (uuid: string) => void,
) {
  const uuid = rows[cursor]?.uuid
  const prefetchNeighbours = useEffectEvent(() => {
    for (const neighbour of [rows[cursor + 1], rows[cursor - 1]]) if (neighbour) prefetch(neighbour.uuid)
  })
  useEffect(() => {
    if (uuid === undefined) return
    let hasMoved = false
    whenIdle(() => !hasMoved && prefetchNeighbours())
    return () => {
      hasMoved = true
    }
  }, [uuid])
}

/** In milliseconds. */
const REST_MS = 80

/** Returns what to call when the pointer enters a row. It is prefetched if the pointer rests there: while scrolling, all rows pass under it. */
export function usePrefetchOnRest(prefetch: (uuid: string) => void): (uuid: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const prefetchNow = useEffectEvent(prefetch)
  const prefetchLater = useRef((uuid: string) => prefetchNow(uuid))
  useEffect(() => () => clearTimeout(timer.current), [])
  return (uuid) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => prefetchLater.current(uuid), REST_MS)
  }
}
