import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { erasedText } from '../../erased-text.ts'
import { withMerged } from '../../merged-conversations.ts'
import { indexMessage } from '../../search-index/index-message.ts'
import type { Secrets } from '../../secrets.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { eraseContent } from '../email/ledger/erase-delivery.ts'

/**
 * Removes the texts, files and original emails of a locked conversation and what is merged into it. Who wrote when and to whom stays, and
 * so do reports. Browsers and webhooks get the messages as they are now.
 */
export async function eraseBodies(tx: Tx, secrets: Secrets, c: ConversationRow): Promise<void> {
  const { rows } = await sql<{ ids: number[] }>`select ${withMerged(c.id)} as ids`.execute(tx.db)
  const ids = rows[0]?.ids ?? [c.id]
  const messages = await tx.db
    .updateTable('messages')
    .set({
      ...{ content: `<p>${erasedText}</p>`, content_type: 'html', text_content: '', raw_content: null },
      ...{ remote_images: 0, complex: false, has_attachments: false, body_hash: null },
      ...{ updated_at: tx.now, version: sql`version + 1` },
    })
    .where('conversation_id', 'in', ids)
    .where('type', '<>', 'activity')
    .returning([
      'id',
      'conversation_id',
      'created_at',
      'sender_id',
      'text_content',
      'has_attachments',
      'meta',
    ])
    .execute()
  for (const message of messages) await indexMessage(tx.db, { ...message, conversation_id: c.id })
  await tx.db
    .updateTable('media')
    .set({ message_id: null, uploaded_by_id: null, created_at: tx.now, updated_at: tx.now })
    .where('message_id', 'in', [0, ...messages.map(({ id }) => id)])
    .execute()
  await eraseMail(tx, secrets, ids)
  for (const table of ['drafts', 'spam_lessons', 'conversation_splits'] as const)
    await tx.db.deleteFrom(table).where('conversation_id', 'in', ids).execute()
  for (const table of ['webhook_lines', 'webhook_deliveries'] as const)
    await tx.db.deleteFrom(table).where('conversation_id', 'in', ids).execute()
  await tx.db.updateTable('csat_surveys').set({ comment: null }).where('conversation_id', 'in', ids).execute()
  await sql`update conversation_merges set before = jsonb_set(before, '{preview,message}', 'null'), after = jsonb_set(after, '{preview,message}', 'null')
    where target_id = any(${ids}::bigint[]) and before ? 'preview'`.execute(tx.db)
  const rest = await tx.db
    .updateTable('conversations')
    .set({
      ...{ last_message: erasedText, bodies_erased_at: tx.now, spam_judgement: null, updated_at: tx.now },
      version: sql`version + 1`,
    })
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  const after = rest.find(({ id }) => id === c.id)
  if (after)
    await tx.record({
      type: 'message.changed',
      conversation: { before: after, after },
      message_ids: messages.map(({ id }) => id),
      data: { erased: true },
    })
}

async function eraseMail(tx: Tx, secrets: Secrets, conversation_ids: number[]): Promise<void> {
  const deliveries = await tx.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('conversation_id', 'in', conversation_ids)
    .where('state', 'in', ['threaded', 'ignored'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const delivery of deliveries) await eraseContent(tx, secrets, delivery)
}
