import type { Event } from './read-events.ts'

/**
 * `conversations.deleted_at` is set while a conversation is hidden: out of lists, search, rules, SLA and reports, because it is in the
 * trash or merged into another one (docs/decisions/0052-hidden-conversations.md). Consumers react to this change, whatever caused it.
 */
export function visibilityChangeOf({ changes }: Pick<Event, 'changes'>): 'hidden' | 'shown' | null {
  const { deleted_at } = changes as { deleted_at?: [unknown, unknown] } // written by insertEvent
  if (!deleted_at || (deleted_at[0] === null) === (deleted_at[1] === null)) return null
  return deleted_at[1] === null ? 'shown' : 'hidden'
}
