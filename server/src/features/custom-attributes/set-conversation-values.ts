import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { updateConversation } from '../conversations/update-conversation.ts'
import { areValuesEqual } from './set-contact-values.ts'
import type { AttributeValues } from './validate-values.ts'

/**
 * Updates the values of a locked conversation with `computeNext`. Adds no timeline line; the trail shows who changed
 * what.
 */
export async function setConversationValues(
  tx: Tx,
  c: ConversationRow,
  computeNext: (stored: AttributeValues) => Promise<AttributeValues>,
): Promise<ConversationRow> {
  const before = c.custom_attributes as AttributeValues // the column contains an object
  const values = await computeNext(before)
  if (areValuesEqual(before, values)) return c
  const after = await updateConversation(tx, c, { custom_attributes: json(values) })
  await tx.record({ type: 'conversation.attributes_changed', conversation: { before: c, after } })
  return after
}
