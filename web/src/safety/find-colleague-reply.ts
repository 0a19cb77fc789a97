import type { ColleagueReply } from '@parley/contract/messages/colleague-replies'
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
  /** The reply because of which the server has refused this one. */
  reported?: ColleagueReply | null
}

/** A colleague's reply since the customer last wrote, only moments ago: the customer would get two answers. */
export function findColleagueReply({ messages, my_id, now }: Omit<ReplyContext, 'reported'>) {
  const newest = messages.find(
    ({ type, private: isPrivate, meta }) => type !== 'activity' && !isPrivate && !meta.is_csat && !meta.why,
  )
  if (newest?.type !== 'outgoing' || newest.sender_id === my_id) return null
  return now.getTime() - new Date(newest.created_at).getTime() <= recentMs ? newest : null
}
