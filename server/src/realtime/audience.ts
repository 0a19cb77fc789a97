import type { Actor } from '../actor.ts'
import { maySee } from '../conversation-access.ts'
import type { Event } from '../spine/read-events.ts'
import type { AccessKeys } from '../spine/record-event.ts'

/**
 * What an event about a conversation means to one reader: show it, remove it, or nothing. Frames contain the current
 * state of the conversation, so `now` matters too: a reader who lost access through a later event of the same batch
 * must not see that state, and that later event removes it for them.
 */
export function visibilityFor(actor: Actor, event: Event, now: AccessKeys): 'show' | 'gone' | 'nothing' {
  const after = event.access_after as AccessKeys | null // written by insertEvent
  if (!after) return 'nothing'
  if (maySee(actor, after)) return maySee(actor, now) ? 'show' : 'nothing'
  const before = event.access_before as AccessKeys | null
  return before && maySee(actor, before) ? 'gone' : 'nothing'
}

/** The access keys of a conversation as it is pushed. */
export const accessKeysOf = (c: {
  assigned_user_id: number | null
  assigned_team_id: number | null
}): AccessKeys => ({
  user: c.assigned_user_id,
  team: c.assigned_team_id,
})
