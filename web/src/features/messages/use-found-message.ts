import type { Message } from '@parley/contract/messages'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Beyond so many pages of older messages the conversation stays at its end. */
const MOST_PAGES = 20
/** Drawn before it as well, so that it does not stand at the very top. */
const ABOVE = 10

/** Brings the message that the address names (`#message-<uuid>`, from a search) into view, once, and lets it glow. */
export function useFoundMessage(
  scroller: RefObject<HTMLElement | null>,
  {
    saved,
    drawn,
    hasOlder,
    loadingOlder,
    loadOlder,
    draw,
  }: {
    /** Newest first. */
    saved: readonly Message[]
    drawn: number
    hasOlder: boolean
    loadingOlder: boolean
    loadOlder: () => void
    draw: (count: number) => void
  },
): void {
  const wanted = /^message-([0-9a-f-]{36})$/.exec(useLocation().hash)?.[1]
  const shown = useRef<string>(undefined)
  const pages = useRef(0)
  // The scroll position belongs to the browser.
  useEffect(() => {
    if (!wanted || shown.current === wanted) return
    const at = saved.findIndex(({ uuid }) => uuid === wanted)
    if (at < 0) {
      if (!hasOlder || loadingOlder || pages.current >= MOST_PAGES) return
      pages.current += 1
      return loadOlder()
    }
    if (at >= drawn) return draw(at + ABOVE)
    const element = scroller.current?.querySelector(`[data-message="${wanted}"]`)
    if (!element) return
    shown.current = wanted
    element.scrollIntoView({ block: 'center' })
    element.animate([{ backgroundColor: 'var(--selected)' }, { backgroundColor: 'transparent' }], {
      duration: 2400,
      easing: 'ease-in',
    })
  })
}
