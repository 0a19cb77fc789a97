import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import { prepared } from '../db/prepared-statements.ts'
import { addText, addTime, attachmentKey, type IndexKeys, personKey } from './index-keys.ts'

/** The searchable data of a message. */
export type MessageText = {
  id: number
  conversation_id: number
  created_at: Date
  sender_id: number
  text_content: string
  has_attachments: boolean
  /** Contains the recipients: the addresses of `to`, `cc` and `bcc`. */
  meta: unknown
  sender_name: string
}

/** Name and address of the sender of message `m`. Agents and contacts share one id sequence. */
export const senderName = sql<string>`coalesce(
  (select first_name || ' ' || last_name || ' ' || coalesce(email, '') from contacts where id = m.sender_id),
  (select first_name || ' ' || last_name || ' ' || email from agents where id = m.sender_id), '')`

/** Adds a message to the index in the transaction that writes it, so that it can be found immediately. */
export async function indexMessage(db: Db, message: Omit<MessageText, 'sender_name'>): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`${prepared}select ${senderName} as name from (select ${message.sender_id}::bigint as sender_id) m`.execute(
    db,
  )
  await db
    .insertInto('search_messages')
    .values(toMessageIndexRow({ ...message, sender_name: rows[0]?.name ?? '' }))
    .onConflict((conflict) =>
      conflict.column('message_id').doUpdateSet((eb) => ({ keys: eb.ref('excluded.keys') })),
    )
    .modifyEnd(prepared)
    .execute()
}

export function toMessageIndexRow(message: MessageText) {
  const keys: IndexKeys = new Set([personKey(message.sender_id)])
  addText(keys, 'text', message.text_content)
  addText(keys, 'from', message.sender_name)
  for (const address of recipientsOf(message.meta)) addText(keys, 'to', address)
  if (message.has_attachments) keys.add(attachmentKey)
  addTime(keys, message.created_at)
  return {
    message_id: message.id,
    conversation_id: message.conversation_id,
    created_at: message.created_at,
    keys: [...keys],
  }
}

function recipientsOf(meta: unknown): string[] {
  const { to, cc, bcc } = (meta ?? {}) as Record<string, unknown> // a JSON object of any shape
  return [to, cc, bcc].flat().filter((one) => typeof one === 'string')
}
