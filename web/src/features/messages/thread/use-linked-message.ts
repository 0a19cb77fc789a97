import type { Message } from '@parley/contract/messages/messages'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Beyond so many pages of older messages the conversation stays at its end. */
const MAX_PAGES = 20
/** Drawn before it as well, so that it does not stand at the very top. */
const RENDERED_ABOVE = 10

/** Brings the message that the address names (`#message-<uuid>`, from a search) into view, once, and lets it glow. */
export function useLinkedMessage(
  scroller: RefObject<HTMLElement | null>,
  {
    saved,
    rendered,
    hasOlder,
    loadingOlder,
    loadOlder,
    render,
  }: {
    /** Newest first. */
    saved: readonly Message[]
    rendered: number
    hasOlder: boolean
    loadingOlder: boolean
    loadOlder: () => void
    render: (count: number) => void
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
      if (!hasOlder || loadingOlder || pages.current >= MAX_PAGES) return
      pages.current += 1
      return loadOlder()
    }
    if (at >= rendered) return render(at + RENDERED_ABOVE)
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
