import { useParams } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

/** As many conversations the palette offers at once. */
export const CONVERSATIONS_SHOWN = 5

/** The conversations that were opened since the page was loaded, the latest first. */
export function useVisitedConversations(): RefObject<readonly string[]> {
  const { uuid } = useParams({ strict: false })
  const visited = useRef<readonly string[]>([])
  // Where one has been is not part of what is drawn.
  useEffect(() => {
    // One more, for the one that is open is not offered.
    if (uuid)
      visited.current = [uuid, ...visited.current.filter((one) => one !== uuid)].slice(
        0,
        CONVERSATIONS_SHOWN + 1,
      )
  }, [uuid])
  return visited
}
