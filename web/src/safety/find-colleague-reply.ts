import type { Message } from '@parley/contract/messages/messages'

/** A reply sent longer ago than this is part of what the author read before writing. */
const recentMs = 5 * 60_000

export type ReplyContext = {
  /** The messages of the conversation, newest first. */
  messages: readonly Pick<
    Message,
    'uuid' | 'type' | 'private' | 'created_at' | 'sender_id' | 'sender' | 'meta' | 'text_content'
  >[]
  my_id: number
  now: Date
}

/** A colleague's reply since the customer last wrote, only moments ago: the customer would get two answers. */
export function findColleagueReply({ messages, my_id, now }: ReplyContext) {
  const newest = messages.find(
    ({ type, private: isPrivate, meta }) => type !== 'activity' && !isPrivate && !meta.is_csat && !meta.why,
  )
  if (newest?.type !== 'outgoing' || newest.sender_id === my_id) return null
  return now.getTime() - new Date(newest.created_at).getTime() <= recentMs ? newest : null
}
