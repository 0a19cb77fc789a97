import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** How near the end still counts as the end, and how far from the top older messages are asked for. In pixels. */
const NEAR_END_PX = 48
const NEAR_TOP_PX = 600

/** Positions between two pixels are told as either of them. */
const ROUNDING = 2
/** Space above the message that a thread opens at, in pixels. */
const START_MARGIN = 8
/** What shows that the reader scrolls, so that the page must not. */
const READER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * A list that is read from its end: it opens there, or at the top of the message `start` where that one would be cut off, stays there while
 * what it shows grows, and keeps its position when older messages come above. `last` is the newest message; one of the reader's own always
 * comes into view.
 */
export function useThreadScroll({
  start,
  first,
  last,
  lastIsMine,
  loadOlder,
}: {
  start: string | undefined
  first: string | undefined
  last: string | undefined
  lastIsMine: boolean
  loadOlder: () => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)
  /** Where the end last was. */
  const endTop = useRef(0)
  const anchor = useRef<{ element: Element; top: number } | null>(null)
  const [atBottom, setAtBottom] = useState(true)

  /** True until the reader scrolls: images and frames above and below still change the height. */
  const opening = useRef(start !== undefined)

  const toBottom = useCallback(() => {
    const element = scroller.current
    if (!element) return
    opening.current = false
    pinned.current = true
    element.scrollTop = element.scrollHeight
  }, [])

  const onScroll = () => {
    const element = scroller.current
    if (!element) return
    const left = element.scrollHeight - element.clientHeight - element.scrollTop
    // The event of an earlier scroll may come when the composer has just taken room from the end: only who goes up leaves it.
    const wentUp = element.scrollTop < endTop.current - ROUNDING
    pinned.current = left < NEAR_END_PX || (pinned.current && !wentUp)
    if (left < NEAR_END_PX) endTop.current = element.scrollTop
    setAtBottom(pinned.current)
    anchor.current = firstInView(element)
    if (element.scrollTop < NEAR_TOP_PX) loadOlder()
  }

  // The scroll position belongs to the browser. It moves before the frame is painted, or the page would jump.
  useLayoutEffect(() => {
    if (last === undefined) return
    if (lastIsMine) toBottom()
    else if (opening.current) pinned.current = scrollToStart(scroller.current, start)
    else if (pinned.current) toBottom()
  }, [last, lastIsMine, start, toBottom])

  useEffect(() => {
    const element = scroller.current
    const stop = () => {
      opening.current = false
    }
    for (const name of READER_EVENTS) element?.addEventListener(name, stop, { passive: true })
    return () => {
      for (const name of READER_EVENTS) element?.removeEventListener(name, stop)
    }
  }, [])

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
      if (opening.current) pinned.current = scrollToStart(element, start)
      else if (pinned.current) element.scrollTop = element.scrollHeight
      // A thread shorter than the page cannot be scrolled to ask for more.
      else if (element.scrollTop < NEAR_TOP_PX) anchor.current = firstInView(element)
      if (element.scrollHeight <= element.clientHeight) loadOlder()
    })
    observer.observe(element)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [loadOlder, start])

  return { scroller, content, atBottom, onScroll, toBottom }
}

/** Scrolls as far down as `start` stays whole at its top. True when that is the very end. */
function scrollToStart(scroller: HTMLElement | null, start: string | undefined): boolean {
  if (!scroller) return true
  const end = scroller.scrollHeight - scroller.clientHeight
  const message = scroller.querySelector(`[data-message="${start}"]`)
  const top = message
    ? scroller.scrollTop + message.getBoundingClientRect().top - scroller.getBoundingClientRect().top
    : end
  scroller.scrollTop = Math.min(end, top - START_MARGIN)
  return top - START_MARGIN >= end
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
