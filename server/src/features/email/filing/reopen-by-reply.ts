import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { handleCustomerReply } from '../../conversations/handle-customer-reply.ts'
import { restoreByReply } from '../../conversations/trash/restore-conversation.ts'
import type { DeliveryRow } from '../ledger/delivery-outcome.ts'

/** A reply restores a conversation from the trash, but what follows spam is spam. */
export async function reopenByReply(
  tx: Tx,
  c: ConversationRow,
  { historical }: DeliveryRow,
): Promise<ConversationRow> {
  if (c.deleted_at === null) return handleCustomerReply(tx, c)
  return c.trash_reason === 'spam' || historical ? c : handleCustomerReply(tx, await restoreByReply(tx, c))
}
