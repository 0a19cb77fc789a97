import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/pool.ts'
import type { ConversationText } from './index-conversation.ts'

/** What is indexed of the conversations `c` that this condition selects. */
export async function readConversationTexts(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<ConversationText[]> {
  const { rows } = await sql<ConversationText>`
    select c.id, c.created_at, c.subject, c.contact_id, k.first_name || ' ' || k.last_name || ' ' || coalesce(k.email, '') as contact_name
    from conversations c join contacts k on k.id = c.contact_id where ${condition}`.execute(db)
  return rows
}
