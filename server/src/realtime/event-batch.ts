import type { ConversationShared } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { Db } from '../db/pool.ts'
import {
  type ContactWithAccess,
  loadConversationContacts,
} from '../features/contacts/conversation-contact.ts'
import { hydrateConversations, presentShared } from '../features/conversations/present-conversation.ts'
import { hydrateMessages, presentMessage } from '../features/messages/present-message.ts'
import type { Event } from '../spine/read-events.ts'

/** Events with the objects they are about, loaded once for all sockets of the node. */
export type Batch = {
  events: Event[]
  conversations: Map<number, ConversationShared>
  messages: Map<number, Message>
  contacts: Map<number, ContactWithAccess>
}

/**
 * A few queries, however many events and sockets there are. Objects have their current state; clients keep the higher
 * version.
 */
export async function loadBatch(db: Db, events: Event[], root_url: string): Promise<Batch> {
  const [conversations, messages, contacts] = await Promise.all([
    hydrateConversations(db, unique(events.map((event) => event.conversation_id))),
    hydrateMessages(db, unique(events.flatMap(messageIds))),
    loadConversationContacts(db, unique(events.map(contactId))),
  ])
  return {
    events,
    conversations: new Map(conversations.map((row) => [row.id, presentShared(row)])),
    messages: new Map(messages.map((row) => [row.id, presentMessage(row, root_url)])),
    contacts,
  }
}

/** The messages that an event created or changed. */
export function messageIds(event: Event): number[] {
  const { message_ids } = event.data as { message_ids?: number[] } // written by insertEvent
  return message_ids ?? []
}

const contactId = (event: Event) => (event.object_type === 'contact' ? event.object_id : null)

const unique = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
