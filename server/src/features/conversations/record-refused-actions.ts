import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from './timeline/insert-message.ts'

type RefusedAction = {
  /** Name of the macro the action belongs to; null for the initial assignment of a new conversation. */
  macro: string | null
  /** Action type, as in macros. */
  action: string
  /** The value it should have set, as display names. */
  what: string
  reason: string
}

/**
 * The sender may have moved on to another conversation by now, so the timeline tells everyone which action failed and
 * why.
 */
export async function recordRefusedActions(
  tx: Tx,
  c: ConversationRow,
  refused: readonly RefusedAction[],
): Promise<void> {
  if (refused.length === 0) return
  const message_ids: number[] = []
  for (const data of refused) message_ids.push(await insertActivity(tx, c, { type: 'action_refused', data }))
  await tx.record({
    type: 'conversation.action_refused',
    conversation: { before: c, after: c },
    message_ids,
    data: refused[0]?.macro ? { macro: refused[0].macro } : {},
  })
}
