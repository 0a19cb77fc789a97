import type { Tx } from '../../db/transaction.ts'
import { lockContact } from './lock-contact.ts'

/**
 * Blocks or unblocks a contact. Email from a blocked contact is kept in the ledger as ignored and can be processed
 * later: it creates, joins and reopens no conversation, and gets no automatic answer.
 */
export async function blockContact(tx: Tx, id: number, enabled: boolean): Promise<void> {
  const before = await lockContact(tx, id)
  if (before.enabled === enabled) return
  await tx.db.updateTable('contacts').set({ enabled, updated_at: tx.now }).where('id', '=', id).execute()
  await tx.record({
    type: enabled ? 'contact.unblocked' : 'contact.blocked',
    object: { type: 'contact', id },
    changes: { enabled: [before.enabled, enabled] },
  })
}
