import { htmlToText } from '@parley/mail/html/html-to-text'
import { removeQuotes } from '@parley/mail/quotes/remove-quotes'
import { type Selectable, sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { erasedText } from '../../../erased-text.ts'
import { indexFiles } from '../../../search-index/index-files.ts'
import { indexMessage } from '../../../search-index/index-message.ts'
import type { Redactor } from './redact.ts'

export type MessageTexts = Pick<
  Selectable<DB['messages']>,
  | 'id'
  | 'conversation_id'
  | 'created_at'
  | 'type'
  | 'private'
  | 'sender_type'
  | 'sender_id'
  | 'content'
  | 'content_type'
  | 'text_content'
  | 'raw_content'
  | 'meta'
  | 'activity'
  | 'delivery_error'
  | 'delivery_details'
  | 'source_id'
  | 'has_attachments'
>

/** Oldest first. */
export const readMessages = (tx: Tx, conversation_ids: number[]): Promise<MessageTexts[]> =>
  tx.db
    .selectFrom('messages')
    .select([
      ...(['id', 'conversation_id', 'created_at', 'type', 'private', 'sender_type', 'sender_id'] as const),
      ...(['content', 'content_type', 'text_content', 'raw_content', 'meta', 'activity'] as const),
      ...(['delivery_error', 'delivery_details', 'source_id', 'has_attachments'] as const),
    ])
    .where('conversation_id', 'in', conversation_ids)
    .orderBy('created_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Leaves of these messages that they existed. Ids by which replies to them are recognised go, too. */
export async function emptyMessages(tx: Tx, messages: readonly MessageTexts[]): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map(({ id }) => id)
  const source_ids = messages.flatMap(({ source_id }) => source_id ?? [])
  await tx.db
    .updateTable('messages')
    .set({
      ...{ content: `<p>${erasedText}</p>`, content_type: 'html', text_content: '', raw_content: null },
      ...{ meta: json({ from: [], to: [], cc: [], bcc: [] }), authentication: null },
      ...{ source_id: null, body_hash: null, remote_images: 0, complex: false, has_attachments: false },
      ...{ delivery_error: null, delivery_details: null, updated_at: tx.now, version: sql`version + 1` },
    })
    .where('id', 'in', ids)
    .execute()
  await sql`delete from thread_ids t using messages m where m.id = any(${ids}::bigint[])
    and t.conversation_id = m.conversation_id and (t.message_id = m.id or t.source_id = any(${source_ids}::text[]))`.execute(
    tx.db,
  )
  await tx.db.deleteFrom('side_thread_ids').where('message_id', 'in', ids).execute()
  for (const message of messages)
    await reindex(tx, { ...message, text_content: '', meta: {}, has_attachments: false })
}

/** A message of somebody else. Returns whether it named or quoted the person. */
export async function redactMessage(
  tx: Tx,
  message: MessageTexts,
  redactor: Redactor,
  drop_quotes: boolean,
): Promise<boolean> {
  const { html, removed } = drop_quotes
    ? removeQuotes(message.content)
    : { html: message.content, removed: false }
  const text = removed ? htmlToText(html) : message.text_content
  const { redact } = redactor
  const next = {
    content: redact(html),
    text_content: redact(text),
    meta: withoutErased(redactor.redactJson(message.meta)) as MessageTexts['meta'], // keeps the shape
    activity: redactor.redactJson(message.activity),
    delivery_error: message.delivery_error && redact(message.delivery_error),
    delivery_details: message.delivery_details && redact(message.delivery_details),
  }
  const files = await redactFilenames(tx, message.id, redactor)
  const isSame = (Object.keys(next) as (keyof typeof next)[]).every(
    (key) => JSON.stringify(next[key]) === JSON.stringify(message[key]),
  )
  if (isSame && files === 0 && !redactor.isIn(message.raw_content)) return false
  await tx.db
    .updateTable('messages')
    .set({
      ...next,
      meta: json(next.meta),
      activity: next.activity && json(next.activity),
      // The body as it arrived, which nothing shows.
      raw_content: null,
      updated_at: tx.now,
      version: sql`version + 1`,
    })
    .where('id', '=', message.id)
    .execute()
  if (message.type !== 'activity') await reindex(tx, { ...message, ...next })
  return true
}

/** Lists of recipients lose the person instead of naming them anonymously. */
function withoutErased(meta: unknown): unknown {
  if (typeof meta !== 'object' || meta === null) return meta
  return Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.filter((one) => one !== erasedText) : value,
    ]),
  )
}

async function redactFilenames(tx: Tx, message_id: number, redactor: Redactor): Promise<number> {
  const files = await tx.db
    .selectFrom('media')
    .select(['id', 'filename', 'content_id'])
    .where('message_id', '=', message_id)
    .execute()
  const named = files.filter((file) => redactor.isIn(file.filename) || redactor.isIn(file.content_id))
  for (const { id, filename, content_id } of named)
    await tx.db
      .updateTable('media')
      .set({ filename: redactor.redact(filename), content_id: redactor.redact(content_id) })
      .where('id', '=', id)
      .execute()
  return named.length
}

/** The index then has the words that are left, and those of the files that the message still carries. */
async function reindex(
  tx: Tx,
  message: Pick<
    MessageTexts,
    'id' | 'conversation_id' | 'created_at' | 'sender_id' | 'text_content' | 'has_attachments' | 'meta'
  >,
): Promise<void> {
  const { merge_root_id } = await tx.db
    .selectFrom('conversations')
    .select('merge_root_id')
    .where('id', '=', message.conversation_id)
    .executeTakeFirstOrThrow()
  await indexMessage(tx.db, {
    ...message,
    conversation_id: merge_root_id ?? message.conversation_id,
  })
  await indexFiles(tx.db, message.id)
  await sql`update search_messages s set keys = array(select unnest(s.keys) union
      select unnest(ft.keys) from media f join file_texts ft on ft.content_hash = f.content_hash where f.message_id = ${message.id})
    where s.message_id = ${message.id} and exists (
      select from media f join file_texts ft on ft.content_hash = f.content_hash where f.message_id = ${message.id})`.execute(
    tx.db,
  )
}
