import { lockById } from '../../conversation-access.ts'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockContact } from '../contacts/lock-contact.ts'
import { updateConversation } from '../conversations/update-conversation.ts'
import type { AttributeValues } from './validate-values.ts'

/**
 * Updates a contact's values with `computeNext` and notifies everyone who is shown the contact. The trail of the
 * conversation where they were set gets an event. The contact is locked first, so two agents in two of its
 * conversations do not overwrite each other.
 */
export async function setContactValues(
  tx: Tx,
  contact_id: number,
  computeNext: (stored: AttributeValues) => Promise<AttributeValues>,
  conversation_id: number | null = null,
): Promise<void> {
  const contact = await lockContact(tx, contact_id)
  const before = contact.custom_attributes as AttributeValues // the column contains an object
  const after = await computeNext(before)
  if (areValuesEqual(before, after)) return
  await tx.db
    .updateTable('contacts')
    .set({ custom_attributes: json(after), updated_at: tx.now })
    .where('id', '=', contact_id)
    .execute()
  await tx.record({
    type: 'contact.changed',
    object: { type: 'contact', id: contact_id },
    changes: { custom_attributes: [before, after] },
  })
  const c = conversation_id === null ? null : await lockById(tx, conversation_id)
  if (c)
    await tx.record({
      type: 'conversation.contact_attributes_changed',
      conversation: { before: c, after: await updateConversation(tx, c, {}) },
      changes: { 'contact.custom_attributes': [before, after] },
    })
}

/** Compares independent of key order, because jsonb has its own. */
export const areValuesEqual = (a: AttributeValues, b: AttributeValues): boolean => {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  )
}
