import type { ConversationContact } from '@parley/contract/conversations/conversation-contact'
import type { ConversationShared } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { Event } from '../spine/read-events.ts'
import type { AccessKeys } from '../spine/record-event.ts'

/** The objects that events are about, by id, as they are pushed to browsers. */
type PushedObjects = {
  conversations: Map<number, ConversationShared>
  messages: Map<number, Message>
  contacts: Map<number, { object: ConversationContact; access_keys: AccessKeys[]; changed_at: number }>
}

/** Loads the objects with these ids. */
export type LoadObjects = (ids: Record<keyof PushedObjects, number[]>) => Promise<PushedObjects>

/** Events with the objects they are about, loaded once for all sockets of the node. */
export type Batch = PushedObjects & { events: Event[] }

/**
 * A few queries, however many events and sockets there are. Objects have their current state; clients keep the higher
 * version.
 */
export async function loadBatch(load: LoadObjects, events: Event[]): Promise<Batch> {
  const objects = await load({
    conversations: unique(events.map((event) => event.conversation_id)),
    messages: unique(events.flatMap(messageIds)),
    contacts: unique(events.map(contactId)),
  })
  return { events, ...objects }
}

/** The messages that an event created or changed. */
export function messageIds(event: Event): number[] {
  const { message_ids } = event.data as { message_ids?: number[] } // written by insertEvent
  return message_ids ?? []
}

const contactId = (event: Event) => (event.object_type === 'contact' ? event.object_id : null)

const unique = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]
