import { markSeen } from '@parley/contract/conversations/conversation-verbs'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { setReading, useIsReading } from './currently-reading.ts'

/** Somebody who flicks through a list has not read it: a conversation is seen after this long (spec section 9). */
export const SEEN_AFTER_MS = 3_000

/** Marks the open conversation as read once it has been looked at, and its news as they come while it is. */
export function useMarkSeen(uuid: string, unread: number) {
  const reading = useIsReading(uuid)

  // Time, and whether the page is looked at, are outside React.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      setReading(null)
      if (document.visibilityState === 'visible') timer = setTimeout(() => setReading(uuid), SEEN_AFTER_MS)
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      setReading(null)
    }
  }, [uuid])

  // The mark is kept by the server; when it cannot be told, the count simply comes back (spec section 8).
  useEffect(() => {
    if (reading && unread > 0) call(markSeen, { params: { uuid } }).catch(() => {})
  }, [reading, unread, uuid])
}
