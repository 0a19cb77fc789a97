import { sql } from 'kysely'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'

/**
 * All ids that a mail mentions lead to its conversation from now on, including those of mails that we never saw,
 * unless they already lead to another conversation of this inbox.
 */
export async function insertThreadIds(
  tx: Tx,
  c: ConversationRow,
  message_id: number,
  mail: Pick<IncomingMail, 'message_id' | 'thread_ids'>,
): Promise<void> {
  if (mail.thread_ids.length === 0) return
  await sql`${prepared}
    insert into thread_ids (source_id, conversation_id, inbox_id, message_id)
    select distinct on (id) id, ${c.id}::bigint, ${c.inbox_id}::bigint, case when id = ${mail.message_id} then ${message_id}::bigint end
    from unnest(${mail.thread_ids}::text[]) as id
    where id = ${mail.message_id}
      or not exists (select from thread_ids t where t.source_id = id and t.inbox_id = ${c.inbox_id} and t.conversation_id <> ${c.id})
    on conflict (source_id, conversation_id) do update set message_id = excluded.message_id
      where thread_ids.message_id is null and excluded.message_id is not null`.execute(tx.db)
}
