import type { Activity, Attachment, Message, MessageMeta } from '@parley/contract/messages/messages'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { supportedTimeZone } from '../../time-zone.ts'
import type { MessageRow } from '../conversations/timeline/insert-message.ts'
import { formatActivity } from './activity-text.ts'

type HydratedMessage = Omit<MessageRow, 'raw_content' | 'body_hash'> & {
  conversation_uuid: string
  side_thread_uuid: string | null
  sender_first_name: string | null
  sender_last_name: string | null
  sender_avatar_url: string | null
  /** The workspace's time zone, on activity lines that mention a time. */
  time_zone: string | null
  files: {
    filename: string
    size: number
    content_id: string
    content_type: string
    disposition: 'inline' | 'attachment'
    uuid: string
    has_thumbnail: boolean
  }[]
}

/** Loads everything the API returns about these messages in one query, in the order of the ids. */
export const hydrateMessages = async (db: Db, ids: number[]): Promise<HydratedMessage[]> =>
  ids.length === 0
    ? []
    : hydrateMessagesFrom(db, sql`unnest(${ids}::bigint[]) with ordinality as wanted (id, ord)`)

/**
 * Like hydrateMessages, but for messages selected in SQL. `source` yields (id, ord); `extraColumns` adds columns. Raw
 * bodies stay in the database.
 */
export async function hydrateMessagesFrom<More = unknown>(
  db: Db,
  source: RawBuilder<unknown>,
  extraColumns: RawBuilder<More> = sql``,
): Promise<(HydratedMessage & More)[]> {
  const { rows } = await sql<HydratedMessage & More>`${prepared}
    select m.id, m.uuid, m.created_at, m.updated_at, m.version, m.conversation_id, m.inbox_id, m.type, m.status, m.private, m.sender_type,
      m.sender_id, m.content_type, m.content, m.text_content, m.remote_images, m.complex, m.meta, m.activity, m.delivery_error, m.sent_at,
      m.authentication, m.next_attempt_at,
      case when m.activity ->> 'type' in ('snoozed', 'reply_scheduled', 'reply_rescheduled') then (select value #>> '{}' from settings where key = 'app.timezone') end as time_zone,
      coalesce(a.first_name, k.first_name) as sender_first_name, coalesce(a.last_name, k.last_name) as sender_last_name,
      coalesce(a.avatar_url, k.avatar_url) as sender_avatar_url,
      (select coalesce(root.uuid, c.uuid) from conversations c left join conversations root on root.id = c.merge_root_id
        where c.id = m.conversation_id) as conversation_uuid,
      m.side_thread_id, (select t.uuid from side_threads t where t.id = m.side_thread_id) as side_thread_uuid,
      (select coalesce(json_agg(json_build_object('filename', filename, 'size', size, 'content_id', content_id, 'content_type', content_type,
        'disposition', disposition, 'uuid', uuid, 'has_thumbnail', has_thumbnail) order by filename, id), '[]')
        from media where message_id = m.id) as files ${extraColumns}
    from ${source}
    join messages m on m.id = wanted.id
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    order by wanted.ord`.execute(db)
  return rows
}

/** `root_url` makes attachment URLs absolute, as old clients expect (docs/spec/wire.md#messages). */
export function presentMessage(row: HydratedMessage, root_url: string): Message {
  const activity = row.activity as Activity | null // written from the contract's type
  const sender = { first_name: row.sender_first_name ?? '', last_name: row.sender_last_name ?? '' }
  const time_zone = row.time_zone === null ? undefined : supportedTimeZone(row.time_zone)
  const text =
    activity && formatActivity(activity, `${sender.first_name} ${sender.last_name}`.trim(), time_zone)
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    uuid: row.uuid,
    type: row.type,
    // The API has no status for "being handed to the mail server right now".
    status: row.status === 'sending' ? 'pending' : row.status,
    conversation_id: row.conversation_id,
    conversation_uuid: row.conversation_uuid,
    content: text ?? row.content,
    text_content: text ?? row.text_content,
    content_type: row.content_type,
    private: row.private,
    sender_id: row.sender_id,
    sender_type: row.sender_type,
    meta: row.meta as MessageMeta, // written from the contract's type
    attachments: row.files.map((file) => presentAttachment(file, root_url)),
    sender: { id: row.sender_id, type: row.sender_type, ...sender, avatar_url: row.sender_avatar_url },
    activity,
    delivery_error: row.delivery_error,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    sent_at: row.sent_at?.toISOString() ?? null,
    authentication: row.authentication as Message['authentication'], // written from the contract's type
    remote_images: row.remote_images,
    complex: row.complex,
    side_thread_uuid: row.side_thread_uuid,
    version: row.version,
  }
}

export const presentAttachment = (file: HydratedMessage['files'][number], root_url: string): Attachment => ({
  name: file.filename,
  size: file.size,
  content: null,
  content_id: file.content_id,
  content_type: file.content_type,
  disposition: file.disposition,
  uuid: file.uuid,
  url: `${root_url}/uploads/${file.uuid}`,
  has_thumbnail: file.has_thumbnail,
})
