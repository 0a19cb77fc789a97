import { useState } from 'react'
import { isBuffering, startBuffering } from '../../../commands/keystroke-buffer/text-buffer.ts'

/** Which time is asked for: of sending, or until when the conversation is snoozed. */
export function useTimeDialog() {
  const [asks, setAsks] = useState<'send' | 'snooze' | null>(null)
  return {
    asks,
    open: (next: 'send' | 'snooze') => {
      // Buffer keystrokes for its field: they must not get into the reply. The key may have been pressed earlier.
      const now = performance.now()
      if (asks === null && !isBuffering(now)) startBuffering(now)
      setAsks(next)
    },
    close: () => setAsks(null),
  }
}
