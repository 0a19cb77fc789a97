import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { change } from '../conversations/change.ts'
import type { Values } from './read-values.ts'
import { sameValues } from './set-contact-values.ts'

/** Writes the values of a locked conversation by `next`. No line in the timeline: the trail tells who changed what. */
export async function setConversationValues(
  tx: Tx,
  c: ConversationRow,
  next: (stored: Values) => Promise<Values>,
): Promise<ConversationRow> {
  const before = c.custom_attributes as Values // the column holds an object
  const values = await next(before)
  if (sameValues(before, values)) return c
  const after = await change(tx, c, { custom_attributes: json(values) })
  await tx.record({ type: 'conversation.attributes_changed', conversation: { before: c, after } })
  return after
}
