import type { Message } from '@parley/contract/messages/messages'
import { useState } from 'react'
import { fullName } from '../../../format/names.ts'
import { excerpt } from '../../../format/truncate.ts'

/** What came while the thread was open: for those who hear the page, and for those who are reading further up. */
export function useNewMessages(newestFirst: readonly Message[], myId: number, atBottom: boolean) {
  const newestId = newestFirst[0]?.id ?? 0
  const [seen, setSeen] = useState({ opened: newestId, read: newestId })
  // Set while drawing: what is in view has been read (React documents this way of following another state).
  if (atBottom && seen.read !== newestId) setSeen({ ...seen, read: newestId })

  const isFromOthers = (one: Message) => one.type !== 'activity' && one.sender_id !== myId
  const last = newestFirst.find((one) => one.id > seen.opened && isFromOthers(one))
  const missed = newestFirst.filter((one) => one.id > seen.read && isFromOthers(one)).length
  const announcement = last ? { name: fullName(last.sender), text: excerpt(last.text_content) } : null
  return { announcement, missed }
}
