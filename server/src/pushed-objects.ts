import type { Db } from './db/pool.ts'
import { loadConversationContacts } from './features/contacts/conversation-contact.ts'
import { hydrateConversations, presentShared } from './features/conversations/present-conversation.ts'
import { hydrateMessages, presentMessage } from './features/messages/present-message.ts'
import type { LoadObjects } from './realtime/event-batch.ts'

/** Loads what live updates send to browsers: each object as the API returns it to anyone who may see it. */
export const loadPushedObjects =
  (db: Db, root_url: string): LoadObjects =>
  async (ids) => {
    const merge_roots = await readMergeRoots(db, ids.conversations)
    const [conversations, messages, contacts] = await Promise.all([
      hydrateConversations(db, [...new Set([...ids.conversations, ...merge_roots.values()])]),
      hydrateMessages(db, ids.messages),
      loadConversationContacts(db, ids.contacts),
    ])
    return {
      conversations: new Map(conversations.map((row) => [row.id, presentShared(row)])),
      merge_roots,
      messages: new Map(messages.map((row) => [row.id, presentMessage(row, root_url)])),
      contacts,
    }
  }

async function readMergeRoots(db: Db, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('conversations')
    .select(['id', 'merge_root_id'])
    .where('id', 'in', ids)
    .where('merge_root_id', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ id, merge_root_id }) => (merge_root_id === null ? [] : [[id, merge_root_id]])),
  )
}
