import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * Within this distance of the end counts as the end; within this distance of the top, older messages are loaded. In
 * pixels.
 */
const NEAR_END_PX = 48
const NEAR_TOP_PX = 600

/** Fractional positions may be reported as either neighbouring pixel. */
const ROUNDING = 2
/** Space above the first unread message, in pixels. */
const START_MARGIN = 8
/** Events that show the reader is scrolling, so that automatic scrolling stops. */
const READER_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Scrolling of a thread: opens at the end, or at the top of message `start` if that would be cut off. Stays at the
 * end while content grows, and keeps its position when older messages are prepended. `last` is the newest message;
 * the reader's own is always scrolled into view.
 */
export function useThreadScroll({
  start,
  first,
  last,
  lastIsMine,
  isCutOff,
  loadOlder,
}: {
  start: string | undefined
  first: string | undefined
  last: string | undefined
  lastIsMine: boolean
  /** Whether newer messages than the rendered ones follow, so that the end of the content is not the end. */
  isCutOff: boolean
  loadOlder: () => void
}) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const pinned = useRef(true)
  /** The last scroll position at the end. */
  const endTop = useRef(0)
  const anchor = useRef<{ element: Element; top: number } | null>(null)
  const [atBottom, setAtBottom] = useState(true)

  /** True until the reader scrolls: images and frames still change the height. */
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
    const distanceToEnd = element.scrollHeight - element.clientHeight - element.scrollTop
    // A scroll event may arrive after the composer has grown and moved the end: only scrolling up unpins.
    const wentUp = element.scrollTop < endTop.current - ROUNDING
    pinned.current = !isCutOff && (distanceToEnd < NEAR_END_PX || (pinned.current && !wentUp))
    if (distanceToEnd < NEAR_END_PX) endTop.current = element.scrollTop
    setAtBottom(pinned.current)
    anchor.current = firstInView(element)
    if (element.scrollTop < NEAR_TOP_PX) loadOlder()
  }

  // Scroll before the paint, or the page would jump.
  useLayoutEffect(() => {
    if (last === undefined) return
    if (lastIsMine) toBottom()
    else if (opening.current) pinned.current = scrollToStart(scroller.current, start) && !isCutOff
    else if (pinned.current) toBottom()
  }, [last, lastIsMine, isCutOff, start, toBottom])

  useEffect(() => {
    const element = scroller.current
    const endOpening = () => {
      opening.current = false
    }
    for (const name of READER_EVENTS) element?.addEventListener(name, endOpening, { passive: true })
    return () => {
      for (const name of READER_EVENTS) element?.removeEventListener(name, endOpening)
    }
  }, [])

  useLayoutEffect(() => {
    const element = scroller.current
    const anchored = anchor.current
    if (first === undefined || !element || !anchored || pinned.current || !anchored.element.isConnected)
      return
    // In browsers with scroll anchoring there is nothing left to correct.
    element.scrollTop += anchored.element.getBoundingClientRect().top - anchored.top
    anchor.current = firstInView(element)
  }, [first])

  // Images and frames get their height when they have loaded, and the composer's height changes.
  useEffect(() => {
    const [element, inner] = [scroller.current, content.current]
    if (!element || !inner) return
    const observer = new ResizeObserver(() => {
      if (opening.current) {
        pinned.current = scrollToStart(element, start)
        // Messages were added below, which fires no scroll event.
        setAtBottom(pinned.current)
      } else if (pinned.current) element.scrollTop = element.scrollHeight
      // A thread shorter than the viewport can't be scrolled to load more.
      else if (element.scrollTop < NEAR_TOP_PX) anchor.current = firstInView(element)
      if (element.scrollHeight <= element.clientHeight) loadOlder()
    })
    observer.observe(element)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [loadOlder, start])

  return { scroller, content, atBottom, onScroll, toBottom }
}

/** Scrolls down as far as `start` stays fully visible at the top. Returns whether that is the end. */
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

/** The first message at least partly in view, with its position. */
function firstInView(scroller: Element): { element: Element; top: number } | null {
  const { top } = scroller.getBoundingClientRect()
  for (const day of scroller.querySelectorAll('[data-day]')) {
    // Measuring a message would lay out its day, which the browser has skipped.
    if (day.getBoundingClientRect().bottom <= top) continue
    for (const element of day.querySelectorAll('[data-message]')) {
      const box = element.getBoundingClientRect()
      if (box.bottom > top) return { element, top: box.top }
    }
  }
  return null
}
