import { previewText } from '@parley/mail/html/html-to-text'
import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { withMerged } from '../../../merged-conversations.ts'

type Derived = {
  waiting_since: Date | null
  first_reply_at: Date | null
  last_reply_at: Date | null
  last_message: string | null
  last_message_at: Date | null
  last_message_sender: 'agent' | 'contact' | null
}

/**
 * What a conversation's columns say about its messages, computed anew. A wait starts with the first email that the
 * newest reply of a person doesn't answer; automatic emails and surveys don't count.
 */
export async function deriveFromMessages(tx: Tx, conversation_id: number): Promise<Derived> {
  const { rows } = await sql<Omit<Derived, 'last_message'> & { text: string | null }>`
    with visible as (
      select m.id, m.created_at, m.type, m.sender_type, m.text_content, m.meta, m.sent_at,
        coalesce(m.written_at, m.created_at) as written_at,
        m.type = 'outgoing' and m.status = 'sent' and not coalesce(a.is_system, false) as is_reply
      from messages m left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
      where m.conversation_id = any(${withMerged(conversation_id)}) and m.type <> 'activity' and not m.private and m.held_until is null
        and not coalesce((m.meta->>'is_csat')::boolean, false)),
    replies as (select min(sent_at) as first, max(sent_at) as last, max(written_at) as answered from visible where is_reply),
    newest as (select * from visible order by created_at desc, id desc limit 1)
    select replies.first as first_reply_at, replies.last as last_reply_at,
      (select min(created_at) from visible where type = 'incoming' and meta->'auto_reply' is null
        and (replies.answered is null or created_at > replies.answered)) as waiting_since,
      newest.text_content as text, newest.created_at as last_message_at, newest.sender_type as last_message_sender
    from replies left join newest on true`.execute(tx.db)
  const [row] = rows
  if (!row) throw new Error('An aggregate returned no row')
  const { text, ...derived } = row
  return { ...derived, last_message: text === null ? null : previewText(text) }
}

/** Emails of customers and notes: what counts as unread. */
export const countsAsUnread = sql<boolean>`(m.type = 'incoming' or (m.type = 'outgoing' and m.private))`
