import type { Tx } from '../../../db/transaction.ts'
import type { Event } from '../../../spine/read-events.ts'
import { visibilityChangeOf } from '../../../spine/visibility-change.ts'
import { claimArrivals, listArrivals } from '../../conversations/trash/arrivals-in-spam.ts'

/** By event id. */
export type Arrivals = {
  /** Bring a conversation that the spam filter had moved at once into the lists for the first time. */
  arrived: ReadonlySet<number>
  /** Created such a conversation: rules wait for the above. */
  postponed: ReadonlySet<number>
}

/**
 * A new conversation that the spam filter moved at once is new to rules when someone restores it. Claimed even if no rule is active:
 * rules that are written later don't run on what arrived earlier.
 */
export async function readArrivals(tx: Tx, events: readonly Event[]): Promise<Arrivals> {
  const created = events.filter(({ type }) => type === 'conversation.created')
  const shown = events.filter((event) => visibilityChangeOf(event) === 'shown')
  const waiting = created.length > 0 ? await listArrivals(tx, conversationIds(created)) : new Set()
  const claimed = shown.length > 0 ? await claimArrivals(tx, conversationIds(shown)) : new Set()
  // Undo and redo can show it several times: the last one brought it where it is.
  const lastShown = new Map(shown.map(({ conversation_id, id }) => [conversation_id, id]))
  return {
    arrived: new Set([...lastShown].flatMap(([id, event_id]) => (claimed.has(id) ? [event_id] : []))),
    postponed: new Set(
      created.filter(({ conversation_id }) => waiting.has(conversation_id)).map(({ id }) => id),
    ),
  }
}

const conversationIds = (events: readonly Event[]) =>
  events.flatMap(({ conversation_id }) => conversation_id ?? [])
