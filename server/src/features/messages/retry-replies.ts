import type { Tx } from '../../db/transaction.ts'

/** Retries waiting replies immediately after an administrator changed the inbox. */
export async function retryRepliesNow(tx: Tx, inbox_id: number): Promise<void> {
  const waiting = await tx.db
    .updateTable('messages')
    .set({ next_attempt_at: null })
    .where('inbox_id', '=', inbox_id)
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', tx.now)
    .returning('id')
    .execute()
  for (const { id } of waiting) await tx.enqueue('send_message', { id }, { key: `send_message:${id}` })
}
