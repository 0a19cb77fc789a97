import { useEffect, useEffectEvent } from 'react'
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
