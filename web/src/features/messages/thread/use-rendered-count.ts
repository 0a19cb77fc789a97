import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from '../../../lib/browser/when-idle.ts'

/** How many messages are added at a time: about two screens. */
const RENDER_STEP = 10
/** How many are rendered without scrolling, so that the browser's own search finds them: 500 at once take a second. */
const RENDERED_WHILE_IDLE = 60
/** The newest messages are enough for a reader who is on the way to another conversation. */
const IDLE_AFTER_MS = 800

/**
 * How many of the loaded messages are rendered, beginning with the newest. Opening a conversation takes as long as rendering the
 * `first` ones; the others follow when the reader stays or scrolls up.
 */
export function useRenderedCount(loaded: number, first: number) {
  // Counted from the oldest: new messages, and older ones that were loaded for a reader at the top, are rendered.
  const [unrendered, setUnrendered] = useState(() => loaded - first)
  const hidden = Math.max(0, unrendered)
  const rendered = loaded - hidden
  const waits = hidden > 0 && rendered < RENDERED_WHILE_IDLE
  // Timers are outside React.
  useEffect(() => {
    if (!waits) return
    let isGone = false
    const renderMore = () => {
      if (!isGone) startTransition(() => setUnrendered(hidden - RENDER_STEP))
    }
    const timer = setTimeout(() => whenIdle(renderMore), IDLE_AFTER_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [waits, hidden])
  return {
    rendered,
    hasMore: hidden > 0,
    renderMore: () => setUnrendered(hidden - RENDER_STEP),
    renderAtLeast: (count: number) => setUnrendered(Math.min(hidden, loaded - count)),
  }
}
