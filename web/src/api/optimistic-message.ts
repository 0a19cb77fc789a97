import type { Agent } from '@parley/contract/agents/agent'
import type { Attachment, Message } from '@parley/contract/messages/messages'
import type { DraftFile } from '../lib/drafts.ts'

/** The message as the server is expected to return it, shown until it does. */
export function optimisticMessage({
  uuid,
  conversation_uuid,
  created_at,
  me,
  html,
  files,
  isNote,
  recipients,
}: {
  uuid: string
  conversation_uuid: string
  created_at: string
  me: Agent
  html: string
  files: readonly DraftFile[]
  isNote: boolean
  recipients: { to: string[]; cc: string[]; bcc: string[] }
}): Message {
  return {
    // Sorts after every received message.
    id: Number.MAX_SAFE_INTEGER,
    uuid,
    created_at,
    updated_at: created_at,
    type: 'outgoing',
    status: isNote ? 'sent' : 'pending',
    conversation_id: 0,
    conversation_uuid,
    content: html,
    text_content: '',
    content_type: 'html',
    private: isNote,
    sender_id: me.id,
    sender_type: 'agent',
    meta: isNote ? {} : recipients,
    attachments: files.map(toAttachment),
    sender: {
      id: me.id,
      type: 'agent',
      first_name: me.first_name,
      last_name: me.last_name,
      avatar_url: me.avatar_url,
    },
    activity: null,
    delivery_error: null,
    remote_images: 0,
    complex: false,
    version: 0,
  }
}

const toAttachment = (file: DraftFile): Attachment => ({
  name: file.filename,
  size: file.size,
  content: null,
  content_id: '',
  content_type: file.content_type,
  disposition: 'attachment',
  uuid: file.uuid,
  url: `/uploads/${file.uuid}`,
  has_thumbnail: false,
})
