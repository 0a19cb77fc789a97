import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { insertActivity } from '../messages/insert-message.ts'

type RefusedAction = {
  /** Whose action it was; null for what a new conversation was to start with. */
  macro: string | null
  /** Its type, as macros have it. */
  action: string
  /** What it was to set, in names. */
  what: string
  reason: string
}

/** Whoever sent the message may have gone on to something else; the timeline tells them and everybody else what did not follow, and why. */
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
