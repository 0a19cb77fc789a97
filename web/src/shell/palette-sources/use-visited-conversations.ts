import { useParams } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** How many conversations the palette shows. */
export const CONVERSATIONS_SHOWN = 5

/** The conversations opened since the page was loaded, most recent first. */
export function useVisitedConversations(): RefObject<readonly string[]> {
  const { uuid } = useParams({ strict: false })
  const visited = useRef<readonly string[]>([])
  // Not part of rendering.
  useEffect(() => {
    // One more, because the open conversation is excluded.
    if (uuid)
      visited.current = [uuid, ...visited.current.filter((one) => one !== uuid)].slice(
        0,
        CONVERSATIONS_SHOWN + 1,
      )
  }, [uuid])
  return visited
}
