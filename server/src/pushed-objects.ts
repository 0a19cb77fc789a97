import type { Db } from './db/pool.ts'
import { loadConversationContacts } from './features/contacts/conversation-contact.ts'
import { hydrateConversations, presentShared } from './features/conversations/present-conversation.ts'
import { hydrateMessages, presentMessage } from './features/messages/present-message.ts'
import type { LoadObjects } from './realtime/event-batch.ts'

/** Loads what live updates send to browsers: each object as the API returns it to anyone who may see it. */
export const loadPushedObjects =
  (db: Db, root_url: string): LoadObjects =>
  async (ids) => {
    const [conversations, messages, contacts] = await Promise.all([
      hydrateConversations(db, ids.conversations),
      hydrateMessages(db, ids.messages),
      loadConversationContacts(db, ids.contacts),
    ])
    return {
      conversations: new Map(conversations.map((row) => [row.id, presentShared(row)])),
      messages: new Map(messages.map((row) => [row.id, presentMessage(row, root_url)])),
      contacts,
    }
  }
