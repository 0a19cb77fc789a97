import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import type { MessageMeta } from '@parley/contract/messages/messages'
import type { Selectable } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import type { FilteredMail } from './spam-tokens.ts'

type StoredMail = Pick<
  Selectable<DB['messages']>,
  'text_content' | 'meta' | 'authentication' | 'remote_images' | 'has_attachments'
>

/** The email with which the customer started the conversation; null if it started otherwise. */
export async function findFirstMail(tx: Tx, conversation_id: number): Promise<FilteredMail | null> {
  const first = await tx.db
    .selectFrom('messages')
    .select([
      ...(['type', 'delivery_id', 'text_content', 'meta', 'authentication'] as const),
      ...(['remote_images', 'has_attachments'] as const),
    ])
    .where('conversation_id', '=', conversation_id)
    .where('type', '<>', 'activity')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first && first.type === 'incoming' && first.delivery_id !== null ? toFilteredMail(first) : null
}

export function toFilteredMail(message: StoredMail): FilteredMail {
  const meta = message.meta as MessageMeta // written from the contract's type
  const authentication = message.authentication as SenderAuthentication | null // likewise
  return {
    subject: meta.subject ?? '',
    text: message.text_content,
    sender: meta.from?.[0] ?? '',
    reply_to: meta.reply_to ?? [],
    is_verified:
      authentication && authentication.verdict !== 'unchecked' ? authentication.verdict === 'pass' : null,
    is_automatic: meta.auto_reply !== undefined,
    has_remote_images: message.remote_images > 0,
    has_attachments: message.has_attachments,
  }
}
