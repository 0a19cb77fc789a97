import { useEffect } from 'react'
import { announceOpen } from '../../../realtime/presence.ts'

/** Flicking through a list is not looking: colleagues see a conversation as open after this long. */
const OPEN_AFTER_MS = 1_000

/** Shows colleagues that this agent has the conversation open, while the page is visible. */
export function useAnnounceOpen(uuid: string) {
  // Timers and page visibility are outside React.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const restart = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(announceOpen, OPEN_AFTER_MS, uuid)
      else announceOpen(null)
    }
    restart()
    document.addEventListener('visibilitychange', restart)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', restart)
      announceOpen(null)
    }
  }, [uuid])
}
