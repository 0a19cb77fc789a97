import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near the end still counts as the end, and how far from the top older messages are asked for. In pixels. */
const NEAR_END = 48
const NEAR_TOP = 600

/**
 * A list that is read from its end: it opens there, stays there while what it shows grows, and keeps its place when older
 * messages come above. `last` is the newest message; one of the reader's own always comes into view.
 */
export function useThreadScroll({
  first,
  last,
  lastIsMine,
  loadOlder,
}: {
  first: string | undefined
  last: string | undefined
  lastIsMine: boolean
  loadOlder: () => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)
  const anchor = useRef<{ element: Element; top: number } | null>(null)
  const [atBottom, setAtBottom] = useState(true)

  const toBottom = useCallback(() => {
    const element = scroller.current
    if (!element) return
    pinned.current = true
    element.scrollTop = element.scrollHeight
  }, [])

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    const left = element.scrollHeight - element.clientHeight - element.scrollTop
    pinned.current = left < NEAR_END
    setAtBottom(pinned.current)
    anchor.current = firstInView(element)
    if (element.scrollTop < NEAR_TOP) loadOlder()
  }

  // The scroll position belongs to the browser. It moves before the frame is painted, or the page would jump.
  useLayoutEffect(() => {
    if (last !== undefined && (pinned.current || lastIsMine)) toBottom()
  }, [last, lastIsMine, toBottom])

  useLayoutEffect(() => {
    const element = scroller.current
    const held = anchor.current
    if (first === undefined || !element || !held || pinned.current || !held.element.isConnected) return
    // Browsers that anchor by themselves have already moved; then nothing is left to correct.
    element.scrollTop += held.element.getBoundingClientRect().top - held.top
    anchor.current = firstInView(element)
  }, [first])

  // Pictures and frames get their height when they have loaded, and the composer takes some of the page's.
  useEffect(() => {
    const [element, inner] = [scroller.current, content.current]
    if (!element || !inner) return
    const observer = new ResizeObserver(() => {
      if (pinned.current) element.scrollTop = element.scrollHeight
      // A thread shorter than the page cannot be scrolled to ask for more.
      else if (element.scrollTop < NEAR_TOP) anchor.current = firstInView(element)
      if (element.scrollHeight <= element.clientHeight) loadOlder()
    })
    observer.observe(element)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [loadOlder])

  return { scroller, content, atBottom, onScroll, toBottom }
}

/** The first message that is at least partly in view, and where it stands. */
function firstInView(scroller: Element): { element: Element; top: number } | null {
  const top = scroller.getBoundingClientRect().top
  for (const element of scroller.querySelectorAll('[data-message]')) {
    const box = element.getBoundingClientRect()
    if (box.bottom > top) return { element, top: box.top }
  }
  return null
}
