import type { Permission } from '@parley/contract/roles/permissions'
import type { ActionDescription } from '@parley/contract/undo/undo'
import type { Tx } from '../../db/transaction.ts'
import type { Event } from '../../spine/read-events.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import type { TrailNames } from '../conversations/trail/trail-names.ts'

/** How one type of event is undone. Undo works backwards through the events of an action, one conversation at a time. */
export type Inverse = {
  /** What the agent did, for a sentence in the reader's language (`undo.done.<kind>` in the catalogue). */
  describe(event: Event, names: TrailNames): ActionDescription
  /** What undoing it requires besides seeing the conversation. */
  permission: Permission | null
  /**
   * The columns that must still have the value that the event left, with the word for them in a refusal. Columns that
   * the event did not change are ignored.
   */
  unchanged: Readonly<Partial<Record<keyof ConversationRow, string>>>
  /** Finds and locks the conversation, if it is no longer in the lists. By default `lockVisible`. */
  lock?(tx: Tx, uuid: string): Promise<ConversationRow>
  /** Restores the previous values through a normal verb. Throws the reason if that is no longer possible. */
  restore(tx: Tx, c: ConversationRow, event: Event): Promise<ConversationRow>
}
