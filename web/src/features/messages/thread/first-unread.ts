import type { Message } from '@parley/contract/messages/messages'

/**
 * The message to start reading at: the oldest unread one, otherwise the newest. Customers' messages and other agents'
 * notes count as unread, `unread` of them (product decision: own messages and activity lines never count).
 */
export function firstMessageToRead(
  newestFirst: readonly Message[],
  unread: number,
  myId: number,
): string | undefined {
  const readable = newestFirst.filter(({ type }) => type !== 'activity')
  const fromOthers = readable.filter((message) => message.sender_id !== myId)
  return (fromOthers[Math.min(unread, fromOthers.length) - 1] ?? readable[0])?.uuid
}
