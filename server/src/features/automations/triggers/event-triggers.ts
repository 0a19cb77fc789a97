import type { RuleEvent } from '@parley/contract/automations/automation-fields'
import type { Event } from '../../../spine/read-events.ts'

export type Trigger = RuleEvent | 'new_conversation'

/** Event types by the trigger they fire. Messages are handled separately below. */
const triggersByEventType: Readonly<Record<string, Trigger>> = {
  'conversation.created': 'new_conversation',
  'conversation.user_assigned': 'conversation.user.assigned',
  'conversation.team_assigned': 'conversation.team.assigned',
  'conversation.status_changed': 'conversation.status.change',
  'conversation.snoozed': 'conversation.status.change',
  'conversation.woken': 'conversation.status.change',
  'conversation.reopened': 'conversation.status.change',
  'conversation.priority_changed': 'conversation.priority.change',
  'conversation.tags_changed': 'conversation.tags.change',
  'conversation.attributes_changed': 'conversation.attributes.change',
  'conversation.contact_attributes_changed': 'conversation.attributes.change',
  'conversation.sla_breached': 'conversation.sla.breached',
  // The rule sees the target: the merged conversation has left the lists.
  'conversation.merge_received': 'conversation.merged',
  'csat.answered': 'csat.answered',
}

/**
 * The trigger that an event fires, or null. A reply counts once it is sent. Imported mailbox history fires nothing. The first message of a
 * conversation and system messages are filtered later, when the message is read.
 */
export function triggerOf(
  event: Pick<Event, 'type' | 'data' | 'changes' | 'conversation_id'>,
): Trigger | null {
  if (event.conversation_id === null) return null
  const data = event.data as Record<string, unknown> // written by insertEvent
  // Imported history, and a conversation that was split from another: the customer wrote nothing new.
  if (data.historical === true || data.split_from_id !== undefined) return null
  if (event.type === 'message.created' && data.message_type === 'incoming' && data.private !== true)
    return 'conversation.message.incoming'
  const { status } = event.changes as Record<string, unknown[]>
  if (event.type === 'message.changed' && data.message_type === 'outgoing' && data.private !== true)
    return status?.[1] === 'sent' ? 'conversation.message.outgoing' : null
  return triggersByEventType[event.type] ?? null
}

/** All event types that can fire these triggers, for SQL. */
export const eventTypesFor = (triggers: readonly Trigger[]): string[] => [
  ...Object.keys(triggersByEventType).filter((type) =>
    triggers.some((one) => triggersByEventType[type] === one),
  ),
  ...(triggers.includes('conversation.message.incoming') ? ['message.created'] : []),
  ...(triggers.includes('conversation.message.outgoing') ? ['message.changed'] : []),
]
