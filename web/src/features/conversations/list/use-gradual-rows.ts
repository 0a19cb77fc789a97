import { useEffect, useReducer, useRef } from 'react'

/** How many rows a frame may add while scrolling: a slow computer renders and paints them in less than 50 ms. */
export const ROWS_PER_FRAME = 4

/**
 * Returns the rows to render of those in view. A flick brings a screenful into view at once, and rendering it in one task would block the next
 * wheel event: rows that scroll into view appear over a few frames, from the middle outwards.
 */
export function useGradualRows<Row extends { key: unknown }>(
  inView: readonly Row[],
  isScrolling: boolean,
): readonly Row[] {
  // Reads what the last commit rendered.
  'use no memo'
  const rendered = useRef<ReadonlySet<unknown>>(new Set())
  /** On a slow computer, scrolling ends before all of them have appeared. */
  const isFilling = useRef(false)
  const [, renderMore] = useReducer((count: number) => count + 1, 0)
  const rows = isScrolling || isFilling.current ? withSomeAdded(rendered.current, inView) : inView
  useEffect(() => {
    rendered.current = new Set(rows.map(({ key }) => key))
    isFilling.current = rows.length < inView.length
    if (!isFilling.current) return
    const frame = requestAnimationFrame(renderMore)
    return () => cancelAnimationFrame(frame)
  })
  return rows
}

function withSomeAdded<Row extends { key: unknown }>(
  rendered: ReadonlySet<unknown>,
  inView: readonly Row[],
): readonly Row[] {
  const fromMiddle = (row: Row) => Math.abs(inView.indexOf(row) - inView.length / 2)
  const missing = inView.filter(({ key }) => !rendered.has(key))
  const added = new Set(missing.sort((a, b) => fromMiddle(a) - fromMiddle(b)).slice(0, ROWS_PER_FRAME))
  return inView.filter((row) => rendered.has(row.key) || added.has(row))
}
