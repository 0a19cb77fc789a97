import type { WebhookEvent } from '@parley/contract/webhooks/webhooks'
import type { Event } from '../../../spine/read-events.ts'
import { visibilityChangeOf } from '../../../spine/visibility-change.ts'

/** A webhook event derived from a spine event: about its conversation, or about one of its messages. */
export type WebhookEventSource = {
  event: WebhookEvent
  source: Event
  conversation_id: number
  message_id: number
}

// Written by verbs, see spine/record.ts.
type Data = {
  message_ids?: number[]
  historical?: boolean
  reason?: string
  /** Of a conversation that was deleted permanently, without having been in the trash. */
  was_listed?: boolean
  uuid?: string
}
type Changes = Record<string, [unknown, unknown] | undefined>
export const eventData = (event: Event) => event.data as Data
export const eventChanges = (event: Event) => event.changes as Changes

/**
 * In delivery order (docs/spec/wire.md#webhooks). Mail imported from an existing mailbox triggers nothing outbound; a held reply has no event
 * until it is released (docs/spec/product-decisions.md#undo-send).
 */
export function webhookEventsFrom(source: Event): WebhookEventSource[] {
  const { conversation_id } = source
  const { message_ids = [], historical = false } = eventData(source)
  if (conversation_id === null || historical) return []
  const toSource = (event: WebhookEvent, message_id = 0) => ({ event, source, conversation_id, message_id })
  // What hides a conversation is the last thing that is delivered about it.
  if (visibilityChangeOf(source) === 'hidden' && eventChanges(source).trash_reason)
    return conversationEvents(source).map((event) => toSource(event))
  const messageEvent = source.type === 'message.changed' ? 'message.updated' : 'message.created'
  return [
    ...conversationEvents(source).map((event) => toSource(event)),
    ...message_ids.map((message_id) => toSource(messageEvent, message_id)),
  ]
}

function conversationEvents(event: Event): WebhookEvent[] {
  switch (event.type) {
    case 'conversation.created':
      return ['conversation.created']
    // Reopening by a reply and waking up are not delivered (docs/spec/wire.md#status-changes), but their activity lines are messages.
    case 'conversation.status_changed':
    case 'conversation.snoozed':
      return ['conversation.status_changed']
    case 'conversation.moved_inbox':
      return ['conversation.moved']
    case 'conversation.tags_changed':
    case 'conversation.merged':
    case 'conversation.unmerged':
    case 'conversation.split':
      return [event.type]
    case 'conversation.purged':
      return eventData(event).was_listed ? ['conversation.deleted'] : []
    default:
      return [...trashEvents(event), ...assigneeEvents(event)]
  }
}

/** Merging hides and shows conversations, too. */
function trashEvents(event: Event): WebhookEvent[] {
  const change = visibilityChangeOf(event)
  if (!change || !eventChanges(event).trash_reason) return []
  return [change === 'hidden' ? 'conversation.deleted' : 'conversation.restored']
}

/**
 * Independent of the verb: changing the team also unassigns the agent. Unassigning an agent who is away is not delivered
 * (docs/spec/wire.md#status-changes).
 */
function assigneeEvents(event: Event): WebhookEvent[] {
  const { assigned_user_id: assignee } = eventChanges(event)
  if (!assignee || eventData(event).reason === 'away_and_reassigning') return []
  return [assignee[1] === null ? 'conversation.unassigned' : 'conversation.assigned']
}
