import { randomUUID } from 'node:crypto'
import type { MessageMeta } from '@parley/contract/messages/messages'
import { forwardRefusal } from '@parley/contract/messages/side-threads'
import { type ForwardedMessage, forwardedMessages } from '@parley/mail/compose/forwarded-messages'
import { htmlToText } from '@parley/mail/html/html-to-text'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, invalid, notFound } from '../../../http/errors.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { supportedTimeZone } from '../../../time-zone.ts'

type MediaRow = Selectable<DB['media']>
type Row = Pick<
  Selectable<DB['messages']>,
  | 'id'
  | 'uuid'
  | 'created_at'
  | 'type'
  | 'private'
  | 'content'
  | 'content_type'
  | 'meta'
  | 'complex'
  | 'inbox_id'
> & {
  author: string | null
  inbox_address: string
}

/** Mail servers reject emails that are much larger, and nobody reads them. */
const maxMessages = 100
const maxLength = 500_000
const maxTextLength = 200_000

/** The emails to forward: one of them, or all that the customer and the team exchanged so far. */
export async function listForwardable(
  tx: Tx,
  c: ConversationRow,
  message_uuid: string | null,
): Promise<{ id: number }[]> {
  const query = tx.db
    .selectFrom('messages')
    .select(['id', 'type', 'private', sql<number>`length(content)`.as('length')])
    .where('conversation_id', '=', sql<number>`any(${withMerged(c.id)})`)
    .where('held_until', 'is', null)
  if (message_uuid !== null) {
    const one = await query.where('uuid', '=', message_uuid).executeTakeFirst()
    if (!one) throw notFound('Message')
    const reason = forwardRefusal(one)
    if (reason) throw conflict(reason)
    return [one]
  }
  const rows = await query
    .where('private', '=', false)
    .where('type', 'in', ['incoming', 'outgoing'])
    .where('status', 'in', ['received', 'sent'])
    .where(sql<boolean>`meta->'is_csat' is distinct from 'true'`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxMessages + 1)
    .execute()
  if (rows.length === 0) throw conflict('This conversation has no emails to forward')
  const length = rows.reduce((sum, row) => sum + row.length, 0)
  if (rows.length > maxMessages || length > maxLength)
    throw conflict('This conversation is too long to forward as one email. Forward single messages')
  return rows
}

/** The attachments of these messages that are forwarded with them: all, or those chosen. */
export async function listForwardedAttachments(
  tx: Tx,
  message_ids: readonly number[],
  chosen: readonly string[] | null,
): Promise<MediaRow[]> {
  const rows = await tx.db
    .selectFrom('media')
    .selectAll()
    .where('message_id', 'in', [...message_ids])
    .where(sql<boolean>`(disposition = 'attachment' or content_type not like 'image/%')`)
    .orderBy('id')
    .execute()
  if (chosen === null) return rows
  const missing = chosen.find((uuid) => !rows.some((row) => row.uuid === uuid))
  if (missing !== undefined)
    throw invalid('forward_attachments', `The forwarded messages have no attachment ${missing}`)
  return rows.filter(({ uuid }) => chosen.includes(uuid))
}

/**
 * The text of a forwarded email: the introduction and the messages. `files` are copies of their images and attachments,
 * to be inserted for the new message, so that it keeps them whatever happens to the originals.
 */
export async function buildForwarded(
  tx: Tx,
  c: ConversationRow,
  {
    introduction,
    message_ids,
    attachments,
  }: {
    introduction: { content: string; text_content: string }
    message_ids: readonly number[]
    attachments: readonly MediaRow[]
  },
) {
  const rows = await listMessages(tx, message_ids)
  const time_zone = await tx.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.timezone')
    .executeTakeFirst()
  const fold = introduction.text_content.trim() !== '' || /<img\b/i.test(introduction.content)
  const html = forwardedMessages(
    rows.map((row) => toForwarded(row, c)),
    { time_zone: supportedTimeZone(String(time_zone?.value ?? 'UTC')), fold },
  )
  const images = await listImages(tx, message_ids, html)
  const files = [...images, ...attachments.filter(({ id }) => !images.some((image) => image.id === id))].map(
    (file) => ({ ...file, new_uuid: randomUUID(), is_image: images.includes(file) }),
  )
  const copied = files
    .filter(({ is_image }) => is_image)
    .reduce((text, { uuid, new_uuid }) => text.replaceAll(uuid, new_uuid), html)
  return {
    content: introduction.content + copied,
    text_content: `${introduction.text_content}\n\n${htmlToText(copied)}`.trim().slice(0, maxTextLength),
    complex: rows.some(({ complex }) => complex),
    remote_images: copied.match(/\bdata-parley-(?:src|background)=/g)?.length ?? 0,
    files,
  }
}

export type ForwardedFile = Awaited<ReturnType<typeof buildForwarded>>['files'][number]

/** The bytes are stored once, whatever the number of rows. */
export async function insertFileCopies(tx: Tx, message_id: number, files: ForwardedFile[]): Promise<void> {
  if (files.length === 0) return
  await tx.db
    .insertInto('media')
    .values(
      files.map((file) => ({
        uuid: file.new_uuid,
        created_at: tx.now,
        updated_at: tx.now,
        filename: file.filename,
        content_type: file.content_type,
        content_id: file.content_id,
        disposition: file.is_image ? ('inline' as const) : ('attachment' as const),
        size: file.size,
        content_hash: file.content_hash,
        has_thumbnail: file.has_thumbnail,
        meta: file.meta,
        store: file.store,
        model_type: 'messages' as const,
        message_id,
        uploaded_by_id: tx.actor.id,
      })),
    )
    .execute()
}

async function listMessages(tx: Tx, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select m.id, m.uuid, m.created_at, m.type, m.private, m.content, m.content_type, m.meta, m.complex, m.inbox_id,
      i.address as inbox_address,
      case when not coalesce(a.is_system, false)
        then nullif(trim(coalesce(a.first_name || ' ' || a.last_name, k.first_name || ' ' || k.last_name)), '') end as author
    from messages m
    join inboxes i on i.id = m.inbox_id
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.id = any(${ids}) order by m.created_at, m.id`.execute(tx.db)
  return rows
}

/** Agents appear under the inbox's address, as in their emails. Bcc recipients stay unnamed. */
function toForwarded(row: Row, c: ConversationRow): ForwardedMessage {
  const meta = row.meta as MessageMeta // written from the contract's type
  const address = row.type === 'incoming' ? meta.from?.[0] : row.inbox_address
  return {
    author: row.author ? (address ? `${row.author} <${address}>` : row.author) : (address ?? ''),
    sent_at: row.created_at,
    subject: meta.subject ?? c.subject ?? '',
    to: meta.to ?? [],
    cc: meta.cc ?? [],
    content: row.content,
    content_type: row.content_type,
  }
}

async function listImages(tx: Tx, message_ids: readonly number[], html: string): Promise<MediaRow[]> {
  const uuids = [...html.matchAll(/\/uploads\/(?:thumb_)?([0-9a-f-]{36})/g)].flatMap(([, uuid]) => uuid ?? [])
  if (uuids.length === 0) return []
  return tx.db
    .selectFrom('media')
    .selectAll()
    .where('uuid', 'in', uuids)
    .where('message_id', 'in', [...message_ids])
    .execute()
}
