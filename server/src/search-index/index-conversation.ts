import type { Db } from '../db/pool.ts'
import { prepared } from '../db/prepared-statements.ts'
import { addText, addTime, type IndexKeys, personKey } from './index-keys.ts'

export type ConversationText = {
  id: number
  created_at: Date
  subject: string | null
  contact_id: number
  /** Name and address of the contact. */
  contact_name: string
}

/** Adds a conversation to the index or updates its keys, in the transaction that changes it. */
export async function indexConversation(db: Db, conversation: ConversationText): Promise<void> {
  await db
    .insertInto('search_conversations')
    .values(toConversationIndexRow(conversation))
    .onConflict((conflict) =>
      conflict.column('conversation_id').doUpdateSet((eb) => ({ keys: eb.ref('excluded.keys') })),
    )
    .modifyEnd(prepared)
    .execute()
}

export function toConversationIndexRow({
  id,
  created_at,
  subject,
  contact_id,
  contact_name,
}: ConversationText) {
  const keys: IndexKeys = new Set([personKey(contact_id)])
  addText(keys, 'text', subject ?? '')
  addText(keys, 'from', contact_name)
  addTime(keys, created_at)
  return { conversation_id: id, created_at, keys: [...keys] }
}
