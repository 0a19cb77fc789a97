import type { Tx } from '../../db/transaction.ts'
import { lockContact } from './lock-contact.ts'

/**
 * Shuts a contact out, or lets them in again. Mail of who is shut out is kept in the ledger as ignored, from where it can be read again:
 * it starts no conversation, joins none, wakes none and is answered by nothing.
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
