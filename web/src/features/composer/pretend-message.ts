import type { Attachment, Message } from '@parley/contract/messages'
import type { Agent } from '@parley/contract/people'
import type { Draft, DraftFile } from '../../lib/drafts.ts'

/** The message as the server will answer it, for the moment until it does. */
export function pretendMessage({
  key,
  uuid,
  me,
  draft,
  isNote,
  recipients,
}: {
  key: string
  uuid: string
  me: Agent
  draft: Draft
  isNote: boolean
  recipients: { to: string[]; cc: string[]; bcc: string[] }
}): Message {
  const now = new Date().toISOString()
  return {
    // Later than everything that has come.
    id: Number.MAX_SAFE_INTEGER,
    uuid: key,
    created_at: now,
    updated_at: now,
    type: 'outgoing',
    status: isNote ? 'sent' : 'pending',
    conversation_id: 0,
    conversation_uuid: uuid,
    content: draft.html,
    text_content: '',
    content_type: 'html',
    private: isNote,
    sender_id: me.id,
    sender_type: 'agent',
    meta: isNote ? {} : recipients,
    attachments: draft.files.map(asAttachment),
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

const asAttachment = (file: DraftFile): Attachment => ({
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
