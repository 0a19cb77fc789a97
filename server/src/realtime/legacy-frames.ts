import type { ConversationShared } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { Actor } from '../actor.ts'
import type { Event } from '../spine/read-events.ts'
import { visibilityFor } from './audience.ts'
import { type Batch, conversationOf, shownMessages } from './event-batch.ts'

export type PropertyFrame = {
  type: 'conversation_prop_update'
  data: { uuid: string; prop: string; value: unknown }
}
export type LegacyFrame = PropertyFrame | { type: 'new_message' | 'message_prop_update'; data: object }

/**
 * The same events for plain `/ws`, as the frames of docs/spec/wire.md#sockets. No other file knows both protocols. `hidden` lists
 * the conversations that the reader may not see, or no longer sees.
 */
export function legacyFramesFor(actor: Actor, batch: Batch): { frames: LegacyFrame[]; hidden: string[] } {
  const frames: LegacyFrame[] = []
  const hidden: string[] = []
  for (const event of batch.events) {
    const conversation = conversationOf(event, batch)
    if (!conversation) continue
    if (visibilityFor(actor, event, conversation) === 'show')
      frames.push(
        ...messageFrames(actor, event, shownMessages(event, batch, conversation)),
        ...propertyFrames(event, conversation),
      )
    else hidden.push(conversation.uuid)
  }
  return { frames, hidden }
}

function messageFrames(actor: Actor, event: Event, messages: readonly Message[]): LegacyFrame[] {
  if (!actor.permissions.has('messages:read')) return []
  return messages.flatMap((m): LegacyFrame[] => {
    const { uuid, conversation_uuid, type, sender_type, created_at } = m
    if (event.type === 'message.changed')
      return [
        { type: 'message_prop_update', data: { conversation_uuid, uuid, prop: 'status', value: m.status } },
      ]
    const created = {
      conversation_uuid,
      uuid,
      content: m.text_content,
      created_at: wholeSeconds(created_at),
      private: m.private,
      type,
      sender_type,
    }
    return [{ type: 'new_message', data: created }]
  })
}

// Event columns that old clients know by the same name. Of a contact they get only the attributes: a changed name,
// address or block has no frame (docs/spec/wire.md#sockets) and is read with the next fetch. Never `tags`: these clients save
// every list of tags they receive, so two changes within one round trip would overwrite each other forever.
const passthroughColumns = new Set([
  'assigned_user_id',
  'assigned_team_id',
  'resolved_at',
  'first_reply_at',
  'last_reply_at',
  'waiting_since',
  'next_response_deadline_at',
  'next_response_met_at',
  'custom_attributes',
  'contact.custom_attributes',
  'snoozed_until',
  'subject',
])

function propertyFrames(event: Event, c: ConversationShared): PropertyFrame[] {
  const frame = (prop: string, value: unknown): PropertyFrame => ({
    type: 'conversation_prop_update',
    data: { uuid: c.uuid, prop, value },
  })
  const changes = event.changes as Record<string, [unknown, unknown]> // written by insertEvent
  return Object.entries(changes).flatMap(([column, [, value]]): PropertyFrame[] => {
    if (column === 'status_id') return [frame('status', c.status)]
    if (column === 'priority_id') return [frame('priority', c.priority), frame('priority_id', value)]
    return passthroughColumns.has(column) ? [frame(column, wholeSeconds(value))] : []
  })
}

// Instants have no fractional seconds in this protocol (docs/spec/wire.md#requests).
const wholeSeconds = <T>(value: T): T | string =>
  typeof value === 'string' ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, '$1Z') : value
