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
  const { own_token, message_id } = mail
  const row = await tx.db
    .selectFrom('messages as m')
    .select('m.inbox_id')
    .where('m.id', 'in', (eb) =>
      eb
        .selectFrom(own_token.side_thread_id === undefined ? 'thread_ids' : 'side_thread_ids')
        .select('message_id')
        .where('source_id', '=', message_id),
    )
    .where('m.type', '=', 'outgoing')
    .where('m.sender_type', '=', 'agent')
    .executeTakeFirst()
  if (!row) return null
  return row.inbox_id === inbox_id ? 'of this inbox' : 'of another inbox'
}
