import { sql } from 'kysely'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import type { DeliveryRow } from '../ledger/delivery-outcome.ts'

type Duplicate = { delivery_id: number | null; conversation_id: number | null }

/**
 * The first delivery of the same mail to the same inbox. Looks in the ledger, which outlives deleted conversations.
 */
export async function findDuplicateDelivery(
  tx: Tx,
  delivery: DeliveryRow,
  mail: IncomingMail,
): Promise<Duplicate | null> {
  if (!mail.source_id) return null
  const row = await tx.db
    .selectFrom('mail_deliveries')
    .select(['id as delivery_id', 'conversation_id'])
    .where('message_id', '=', mail.source_id)
    .where('inbox_id', '=', delivery.inbox_id)
    .where('body_hash', '=', Buffer.from(mail.body_hash))
    .where('state', '=', 'threaded')
    .where('id', '<>', delivery.id)
    .orderBy('id')
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row ?? null
}

/** The same mail in the conversation that it would join, received through another inbox. */
export async function findDuplicateInConversation(
  tx: Tx,
  c: ConversationRow,
  mail: IncomingMail,
): Promise<Duplicate | null> {
  if (!mail.source_id) return null
  const row = await tx.db
    .selectFrom('messages')
    .select(['delivery_id', 'conversation_id'])
    // Not by inbox: the conversation may have been moved since.
    .where('conversation_id', '=', sql<number>`any(${withMerged(c.id)})`)
    .where('source_id', '=', mail.source_id)
    .where('body_hash', '=', Buffer.from(mail.body_hash))
    .where('type', '=', 'incoming')
    .modifyEnd(prepared)
    .executeTakeFirst()
  return row ?? (await findDuplicateInSideThread(tx, c, mail.source_id, mail.body_hash)) ?? null
}

const findDuplicateInSideThread = (
  tx: Tx,
  c: ConversationRow,
  source_id: string,
  body_hash: Uint8Array,
): Promise<Duplicate | undefined> =>
  tx.db
    .selectFrom('side_thread_ids as t')
    .innerJoin('messages as m', 'm.id', 't.message_id')
    .select(['m.delivery_id', 'm.conversation_id'])
    .where('t.source_id', '=', source_id)
    .where('m.conversation_id', '=', sql<number>`any(${withMerged(c.id)})`)
    .where('m.body_hash', '=', Buffer.from(body_hash))
    .modifyEnd(prepared)
    .executeTakeFirst()
