import type { WebhookEvent } from '@parley/contract/webhooks/webhooks'
import type { Event } from '../../../spine/read-events.ts'

/** What a webhook may be told of one event: about its conversation, or about one of its messages. */
export type WebhookEventSource = {
  event: WebhookEvent
  from: Event
  conversation_id: number
  message_id: number
}

// Written by verbs, see spine/record.ts.
type Data = { message_ids?: number[]; historical?: boolean; reason?: string }
type Changes = Record<string, [unknown, unknown] | undefined>
export const eventData = (event: Event) => event.data as Data
export const eventChanges = (event: Event) => event.changes as Changes

/**
 * In the order in which they are told (api-contract 6.9). Nothing outbound follows from mail that was in a mailbox before us; what is held
 * back has no event until it is released (product-decisions 18).
 */
export function webhookEventsFrom(from: Event): WebhookEventSource[] {
  const { conversation_id } = from
  const { message_ids = [], historical = false } = eventData(from)
  if (conversation_id === null || historical) return []
  const toSource = (event: WebhookEvent, message_id = 0) => ({ event, from, conversation_id, message_id })
  const messageEvent = from.type === 'message.changed' ? 'message.updated' : 'message.created'
  return [
    ...conversationEvents(from).map((event) => toSource(event)),
    ...message_ids.map((message_id) => toSource(messageEvent, message_id)),
  ]
}

function conversationEvents(event: Event): WebhookEvent[] {
  switch (event.type) {
    case 'conversation.created':
      return ['conversation.created']
    // Reopening by an answer and waking up are not told (api-contract 8.6), but their lines in the timeline are messages.
    case 'conversation.status_changed':
    case 'conversation.snoozed':
      return ['conversation.status_changed']
    case 'conversation.tags_changed':
      return ['conversation.tags_changed']
    default:
      return assigneeEvents(event)
  }
}

/** Whatever the verb: a change of team takes the agent off too. Who is taken off for being away is not told (api-contract 8.6). */
function assigneeEvents(event: Event): WebhookEvent[] {
  const { assigned_user_id: assignee } = eventChanges(event)
  if (!assignee || eventData(event).reason === 'away_and_reassigning') return []
  return [assignee[1] === null ? 'conversation.unassigned' : 'conversation.assigned']
}
