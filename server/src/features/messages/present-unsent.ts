import type { Message } from '@parley/contract/messages/messages'
import { htmlToText } from '@parley/mail/html/html-to-text'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { presentAttachment } from './present-message.ts'

type Unsent = {
  uuid: string
  created_at: Date
  agent_id: number
  content: string
  text_content: string | null
  to: string[]
  cc: string[]
  bcc: string[]
  version: number
  private?: boolean
  files: Selectable<DB['media']>[]
}

/** A held or scheduled reply in the shape of a pending message, for clients that know neither. */
export async function presentUnsent(
  db: Db,
  row: Unsent,
  conversation: Pick<ConversationRow, 'id' | 'uuid'>,
  root_url: string,
): Promise<Message> {
  const sender = await db
    .selectFrom('agents')
    .select(['first_name', 'last_name', 'avatar_url'])
    .where('id', '=', row.agent_id)
    .executeTakeFirstOrThrow()
  const created_at = row.created_at.toISOString()
  return {
    id: 0,
    created_at,
    updated_at: created_at,
    uuid: row.uuid,
    type: 'outgoing',
    status: 'pending',
    conversation_id: conversation.id,
    conversation_uuid: conversation.uuid,
    content: row.content,
    text_content: row.text_content ?? htmlToText(row.content),
    content_type: 'html',
    private: row.private ?? false,
    sender_id: row.agent_id,
    sender_type: 'agent',
    meta: {
      to: row.to,
      ...(row.cc.length > 0 && { cc: row.cc }),
      ...(row.bcc.length > 0 && { bcc: row.bcc }),
    },
    attachments: row.files.map((file) =>
      presentAttachment(
        { ...file, disposition: row.content.includes(file.uuid) ? 'inline' : 'attachment' },
        root_url,
      ),
    ),
    sender: { id: row.agent_id, type: 'agent', ...sender },
    activity: null,
    delivery_error: null,
    remote_images: 0,
    complex: false,
    version: row.version,
  }
}
