import type { Message } from '@parley/contract/messages/messages'
import { useLocation } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** Maximum number of older pages to load in search of the message. */
const MAX_PAGES = 20
/** Messages to render above it, so that it isn't at the very top. */
const RENDERED_ABOVE = 10

/** The message named in the URL. Other changes of the URL, such as the next conversation, don't render again. */
export const useLinkedUuid = (): string | undefined =>
  useLocation({ select: ({ hash }) => /^message-([0-9a-f-]{36})$/.exec(hash)?.[1] })

/** Scrolls once to the message named in the URL (`#message-<uuid>`, from a search) and highlights it. */
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
  const targetUuid = useLinkedUuid()
  const shownUuid = useRef<string>(undefined)
  const pages = useRef(0)
  // The scroll position belongs to the browser.
  useEffect(() => {
    if (!targetUuid || shownUuid.current === targetUuid) return
    const index = saved.findIndex(({ uuid }) => uuid === targetUuid)
    if (index < 0) {
      if (!hasOlder || loadingOlder || pages.current >= MAX_PAGES) return
      pages.current += 1
      return loadOlder()
    }
    if (index >= rendered) return render(index + RENDERED_ABOVE)
    const element = scroller.current?.querySelector(`[data-message="${targetUuid}"]`)
    if (!element) return
    shownUuid.current = targetUuid
    element.scrollIntoView({ block: 'center' })
    element.animate([{ backgroundColor: 'var(--selected)' }, { backgroundColor: 'transparent' }], {
      duration: 2400,
      easing: 'ease-in',
    })
  })
}
