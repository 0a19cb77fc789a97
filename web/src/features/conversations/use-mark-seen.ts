import { markSeen } from '@parley/contract/conversations/conversation-verbs'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'
import { setReading, useIsReading } from './currently-reading.ts'

/** Flicking through a list is not reading: a conversation counts as seen after this long (spec section 9). */
export const SEEN_AFTER_MS = 3_000

/** Marks the open conversation as read after a moment, and new messages as they arrive. */
export function useMarkSeen(uuid: string, unread: number) {
  const reading = useIsReading(uuid)

  // Timers and page visibility are outside React.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restartTimer = () => {
      clearTimeout(timer)
      setReading(null)
      if (document.visibilityState === 'visible') timer = setTimeout(() => setReading(uuid), SEEN_AFTER_MS)
    }
    restartTimer()
    document.addEventListener('visibilitychange', restartTimer)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', restartTimer)
      setReading(null)
    }
  }, [uuid])

  // The server keeps the mark; if the call fails, the count simply returns (spec section 8).
  useEffect(() => {
    if (reading && unread > 0) call(markSeen, { params: { uuid } }).catch(() => {})
  }, [reading, unread, uuid])
}
