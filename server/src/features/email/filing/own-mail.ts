import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'

/**
 * Finds out whether we sent this mail: its Message-ID is one that we created and signed. From this inbox it is a copy
 * that came back (Cc to ourselves, a mailbox that contains sent mail); from another inbox it is filed like any other
 * mail.
 */
export async function findOwnMailOrigin(
  tx: Tx,
  mail: Pick<IncomingMail, 'message_id' | 'own_token'>,
  inbox_id: number,
): Promise<'of this inbox' | 'of another inbox' | null> {
  if (!mail.own_token || !mail.message_id) return null
  const row = await tx.db
    .selectFrom('thread_ids as t')
    .innerJoin('messages as m', 'm.id', 't.message_id')
    .select('m.inbox_id')
    .where('t.source_id', '=', mail.message_id)
    .where('m.type', '=', 'outgoing')
    .executeTakeFirst()
  if (!row) return null
  return row.inbox_id === inbox_id ? 'of this inbox' : 'of another inbox'
}
