import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'

/**
 * Whether we sent this mail: its Message-ID is one that we gave and signed. Of this inbox it is a copy come back (Cc to ourselves, a
 * mailbox that holds what it sent); from another inbox it is mail like any other.
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
