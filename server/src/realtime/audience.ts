import type { Actor } from '../actor.ts'
import { maySee } from '../conversation-access.ts'
import type { Event } from '../spine/read-events.ts'
import type { AccessKeys } from '../spine/record-event.ts'

/**
 * What an event about a conversation means to one reader: show it, remove it, or nothing. Frames contain the current
 * state of the conversation, so `now` matters too: a reader who lost access through a later event of the same batch
 * must not see that state, and that later event removes it for them.
 */
export function visibilityFor(
  actor: Actor,
  event: Event,
  conversation: PushedConversation,
): 'show' | 'gone' | 'nothing' {
  const after = event.access_after as AccessKeys | null // written by insertEvent
  if (!after) return 'nothing'
  const now = accessKeysOf(conversation)
  // It was merged since, and is read in another conversation.
  if (conversation.id !== event.conversation_id) return maySee(actor, now) ? 'show' : 'nothing'
  const isMerged = isMerging(event)
  if (maySee(actor, after) && !isMerged) return maySee(actor, now) ? 'show' : 'nothing'
  const before = event.access_before as AccessKeys | null
  return before && maySee(actor, before) ? 'gone' : 'nothing'
}

/** Whether the event takes the conversation out of the lists by merging it into another. */
function isMerging({ changes }: Event): boolean {
  const { merged_into_id } = changes as { merged_into_id?: [unknown, unknown] } // written by insertEvent
  return typeof merged_into_id?.[1] === 'number'
}

/** A conversation as it is pushed. */
type PushedConversation = { id: number; assigned_user_id: number | null; assigned_team_id: number | null }

/** The access keys of a conversation as it is pushed. */
export const accessKeysOf = (c: PushedConversation): AccessKeys => ({
  user: c.assigned_user_id,
  team: c.assigned_team_id,
})
