import type { ConversationContact } from '@parley/contract/conversations/conversation-contact'
import type { ConversationShared } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { Event } from '../spine/read-events.ts'
import type { AccessKeys } from '../spine/record-event.ts'

/** The objects that events are about, by id, as they are pushed to browsers. */
type PushedObjects = {
  conversations: Map<number, ConversationShared>
  /** For merged conversations, the one that they are read in; it is loaded as well. */
  merge_roots: Map<number, number>
  messages: Map<number, Message>
  contacts: Map<number, { object: ConversationContact; access_keys: AccessKeys[]; changed_at: number }>
}

/** Loads the objects with these ids. */
export type LoadObjects = (
  ids: Record<Exclude<keyof PushedObjects, 'merge_roots'>, number[]>,
) => Promise<PushedObjects>

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
function messageIds(event: Event): number[] {
  const { message_ids } = event.data as { message_ids?: number[] } // written by insertEvent
  return message_ids ?? []
}

const contactId = (event: Event) => (event.object_type === 'contact' ? event.object_id : null)

const unique = (ids: (number | null)[]) => [...new Set(ids.filter((id) => id !== null))]

/**
 * The conversation that an event is shown in. What happens to the messages of a merged one is shown where they are
 * read; that it was merged is about itself.
 */
export function conversationOf(
  event: Event,
  { conversations, merge_roots }: Batch,
): ConversationShared | undefined {
  const { conversation_id } = event
  if (conversation_id === null) return undefined
  const root_id = changesMerge(event) ? undefined : merge_roots.get(conversation_id)
  return conversations.get(root_id ?? conversation_id)
}

/** Whether the event merges or unmerges its conversation. */
export const changesMerge = ({ changes }: Event): boolean => 'merged_into_id' in (changes as object)

/** The messages of an event, as shown in this conversation: activity lines of a merged one are not. */
export const shownMessages = (event: Event, batch: Batch, { id }: ConversationShared): Message[] =>
  messageIds(event).flatMap((message_id) => {
    const message = batch.messages.get(message_id)
    const isShown = message && (message.activity === null || message.conversation_id === id)
    return isShown ? [message] : []
  })
