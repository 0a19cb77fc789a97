import type { Actor } from '../actor.ts'
import { maySee } from '../conversation-access.ts'
import type { Event } from '../spine/read-events.ts'
import { type AccessKeys, accessKeys, type ConversationRow } from '../spine/record-event.ts'
import { visibilityChangeOf } from '../spine/visibility-change.ts'

/**
 * What an event about a conversation means to one reader: show it, remove it, or nothing. Frames contain the current
 * state of the conversation, so that matters too: a reader who lost access through a later event of the same batch
 * must not see that state, and that later event removes it for them.
 */
export function visibilityFor(
  actor: Actor,
  event: Event,
  conversation: PushedConversation,
): 'show' | 'gone' | 'nothing' {
  const after = event.access_after as AccessKeys | null // written by insertEvent
  if (!after) return 'nothing'
  const isTrashed = conversation.trashed_at !== null && !actor.permissions.has('conversations:delete')
  const maySeeNow = isInAudience(actor, audienceOf(conversation))
  // It was merged since, and is read in another conversation.
  if (conversation.id !== event.conversation_id) return maySeeNow ? 'show' : 'nothing'
  const isMerged = isMerging(event)
  if (maySee(actor, after) && !isMerged && !isTrashed) return maySeeNow ? 'show' : 'nothing'
  // What happens to it in the trash is no news to those who lost sight of it before.
  const isLost = !maySee(actor, after) || isMerged || visibilityChangeOf(event) === 'hidden'
  const before = event.access_before as AccessKeys | null
  return isLost && before && maySee(actor, before) ? 'gone' : 'nothing'
}

/** Whether the event takes the conversation out of the lists by merging it into another. */
function isMerging({ changes }: Event): boolean {
  const { merged_into_id } = changes as { merged_into_id?: [unknown, unknown] } // written by insertEvent
  return typeof merged_into_id?.[1] === 'number'
}

/** A conversation as it is pushed. */
type PushedConversation = {
  id: number
  assigned_user_id: number | null
  assigned_team_id: number | null
  trashed_at: string | null
}

/** Who may see a conversation now: those with its access keys, and in the trash only some of them. */
export type Audience = { access_keys: AccessKeys; is_trashed: boolean }

export const audienceOf = (c: PushedConversation): Audience => ({
  access_keys: { user: c.assigned_user_id, team: c.assigned_team_id },
  is_trashed: c.trashed_at !== null,
})

/** The same of a conversation as it is stored. */
export const audienceOfRow = (c: ConversationRow): Audience => ({
  access_keys: accessKeys(c),
  is_trashed: c.trash_reason !== null,
})

export const isInAudience = (actor: Actor, { access_keys, is_trashed }: Audience): boolean =>
  maySee(actor, access_keys) && (!is_trashed || actor.permissions.has('conversations:delete'))
