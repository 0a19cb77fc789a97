import type { Activity, MessageMeta } from '@parley/contract/messages/messages'
import { type InsertObject, type Selectable, sql, type UpdateObject } from 'kysely'
import { messageColumns } from '../../../db/columns.ts'
import { json } from '../../../db/json.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { indexMessage } from '../../../search-index/index-message.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { updateConversation } from '../update-conversation.ts'
import { limitRepeats } from './limit-repeats.ts'

export type MessageRow = Selectable<DB['messages']>
type NewMessage = Omit<
  InsertObject<DB, 'messages'>,
  'conversation_id' | 'inbox_id' | 'created_at' | 'updated_at'
> & {
  created_at?: Date
  /** Imported by the first sync of a mailbox: sorted in by date rather than appended. */
  historical?: boolean
}

/**
 * Adds a message to a locked conversation and updates participants, preview and unread counter. Notes, activity lines
 * and surveys do not change last_message, and activity lines do not count as unread (docs/spec/product-decisions.md#unread-and-last-message). `columns`
 * are updated in the same statement. Lists show `preview` if it is given instead of the full text.
 */
export async function insertMessage(
  tx: Tx,
  c: ConversationRow,
  { created_at = tx.now, historical = false, ...values }: NewMessage,
  columns: UpdateObject<DB, 'conversations'> = {},
  preview?: string,
): Promise<{ message: MessageRow; conversation: ConversationRow }> {
  const message = await tx.db
    .with('message', (db) =>
      db
        .insertInto('messages')
        .values({
          ...values,
          created_at: historical ? created_at : notBeforeNewest(tx, c, created_at),
          updated_at: tx.now,
          conversation_id: c.id,
          inbox_id: c.inbox_id,
        })
        .returning(messageColumns),
    )
    .with('participant', (db) =>
      db
        .insertInto('conversation_participants')
        .columns(['conversation_id', 'person_id', 'joined_at'])
        .expression((eb) =>
          eb
            .selectFrom('message as m')
            .select(['m.conversation_id', 'm.sender_id', sql<Date>`${tx.now}::timestamptz`.as('joined_at')])
            // Third parties don't take part in the conversation with the customer.
            .where(sql<boolean>`not (m.side_thread_id is not null and m.sender_type = 'contact')`),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom('message')
    .select(messageColumns)
    .modifyEnd(prepared)
    .executeTakeFirstOrThrow()
  if (message.type === 'activity' || isSurvey(message)) return { message, conversation: c }
  await indexMessage(tx.db, message)
  if (message.private) await countOwnNote(tx, c, message)
  const countsAsUnread = message.private || message.type === 'incoming'
  const conversation = await updateConversation(tx, c, {
    ...columns,
    ...(countsAsUnread && { unread_counter: sql<number>`unread_counter + 1` }),
    // Older mail, from the first sync of a mailbox, is sorted in by date and does not change the preview.
    ...(!message.private &&
      message.created_at >= c.last_message_at && {
        last_message: (preview || message.text_content).slice(0, 500),
        last_message_at: message.created_at,
        last_message_sender: message.sender_type,
      }),
  })
  return { message, conversation }
}

/** If the clock was set back, a new message must not sort before existing ones (docs/decisions/0043-message-order-after-clock-changes.md). */
const notBeforeNewest = (tx: Tx, c: ConversationRow, created_at: Date) => sql<Date>`
  coalesce((
    select newest.created_at from (
      select created_at from messages where conversation_id = ${c.id} order by created_at desc, id desc limit 1) newest
    where newest.created_at > ${tx.now}::timestamptz), ${created_at}::timestamptz)`

/**
 * A survey is not part of the conversation: it is not searchable and affects neither preview nor sort order
 * (docs/spec/product-decisions.md#satisfaction-surveys).
 */
const isSurvey = ({ meta }: MessageRow) => (meta as MessageMeta).is_csat === true // written from the contract's type

async function countOwnNote(tx: Tx, c: ConversationRow, note: MessageRow): Promise<void> {
  if (note.sender_type !== 'agent') return
  await tx.db
    .insertInto('conversation_seen')
    .values({ agent_id: note.sender_id, conversation_id: c.id, own_since: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'conversation_id'])
        .doUpdateSet({ own_since: sql`conversation_seen.own_since + 1` }),
    )
    .execute()
}

/** Adds a timeline line. Its text is generated when it is read (docs/spec/product-decisions.md#activity-lines). */
export async function insertActivity(
  tx: Tx,
  c: ConversationRow,
  activity: Activity,
  { side_thread_id = null }: { side_thread_id?: number | null } = {},
): Promise<number> {
  await limitRepeats(tx, c, activity)
  const { message } = await insertMessage(tx, c, {
    type: 'activity',
    status: 'sent',
    private: true,
    side_thread_id,
    sender_type: tx.actor.kind === 'contact' ? 'contact' : 'agent',
    sender_id: tx.actor.id,
    content_type: 'text',
    content: '',
    activity: json({
      ...activity,
      ...(tx.actor.why && { why: tx.actor.why }),
      ...(tx.actor.undoes && !tx.actor.undoes.is_redo && { undo: true }),
    }),
  })
  return message.id
}
