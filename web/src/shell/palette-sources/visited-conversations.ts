import { useParams } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'

/** How many conversations the palette shows. */
export const CONVERSATIONS_SHOWN = 5

/** Keeps the conversations opened since the page was loaded, most recent first. */
export function VisitedConversations({ visitedRef }: { visitedRef: RefObject<readonly string[]> }) {
  const { uuid } = useParams({ strict: false })
  // Not part of rendering.
  useEffect(() => {
    // One more, because the open conversation is excluded.
    if (uuid)
      visitedRef.current = [uuid, ...visitedRef.current.filter((one) => one !== uuid)].slice(
        0,
        CONVERSATIONS_SHOWN + 1,
      )
  }, [visitedRef, uuid])
  return null
}
