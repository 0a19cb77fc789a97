import { type Selectable, sql } from 'kysely'
import { conversationColumns } from '../../db/columns.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { indexConversation } from '../../search-index/index-conversation.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { openStatusId } from '../statuses/default-status-ids.ts'

type Contact = Pick<Selectable<DB['contacts']>, 'id' | 'email' | 'first_name' | 'last_name'>

/** Inserts an open conversation without messages. The caller adds the first one in the same transaction. */
export async function insertConversation(
  tx: Tx,
  values: {
    contact: Contact
    inbox_id: number
    subject: string | null
    origin: 'email' | 'api' | 'ui' | 'import'
    /** Already assigned if the conversation was held for undo. */
    uuid?: string
    created_at?: Date
    /** Imported by the first sync of a mailbox: triggers nothing outbound. */
    historical?: boolean
    /** The conversation that it was split from: nothing new has arrived. */
    split_from_id?: number
  },
): Promise<ConversationRow> {
  const created_at = values.created_at ?? tx.now
  const { first_name, last_name, email } = values.contact
  const address = email?.toLowerCase() || null
  const c = await tx.db
    .with('c', (db) =>
      db
        .insertInto('conversations')
        .values({
          created_at,
          updated_at: tx.now,
          ...(values.uuid && { uuid: values.uuid }),
          contact_id: values.contact.id,
          inbox_id: values.inbox_id,
          origin: values.origin,
          // The subject becomes a header of replies, and an encoded word can contain line breaks.
          subject:
            values.subject
              ?.replace(/[\s\p{Cc}]+/gu, ' ')
              .trim()
              .slice(0, 1000) ?? null,
          status_id: openStatusId,
          status_category: 'open',
          last_message_at: created_at,
        })
        .returning(conversationColumns),
    )
    .with('address', (db) =>
      db
        .insertInto('conversation_addresses')
        .columns(['conversation_id', 'address'])
        .expression((eb) =>
          eb
            .selectFrom('c')
            .select(['c.id', sql<string>`${address}::text`.as('address')])
            .where(sql<boolean>`${address}::text is not null`),
        ),
    )
    .selectFrom('c')
    .select(conversationColumns)
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
  await indexConversation(tx.db, { ...c, contact_name: `${first_name} ${last_name} ${email ?? ''}` })
  await tx.record({
    type: 'conversation.created',
    conversation: { before: null, after: c },
    data: {
      origin: values.origin,
      ...(values.historical && { historical: true }),
      ...(values.split_from_id && { split_from_id: values.split_from_id }),
    },
  })
  return c
}
