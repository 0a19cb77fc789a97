import type { Message } from '@parley/contract/messages/messages'
import { useState } from 'react'
import { fullName } from '../../../format/names.ts'
import { excerpt } from '../../../format/truncate.ts'

/**
 * Messages that arrived while the thread was open: announced to screen readers, and counted for agents who have
 * scrolled up.
 */
export function useNewMessages(newestFirst: readonly Message[], myId: number, atBottom: boolean) {
  const newestId = newestFirst[0]?.id ?? 0
  const [seen, setSeen] = useState({ opened: newestId, read: newestId })
  // Set while rendering: what is in view has been read (React documents this pattern for deriving state).
  if (atBottom && seen.read !== newestId) setSeen({ ...seen, read: newestId })

  const isFromOthers = (one: Message) => one.type !== 'activity' && one.sender_id !== myId
  const last = newestFirst.find((one) => one.id > seen.opened && isFromOthers(one))
  const missed = newestFirst.filter((one) => one.id > seen.read && isFromOthers(one)).length
  const announcement = last ? { name: fullName(last.sender), text: excerpt(last.text_content) } : null
  return { announcement, missed }
}
