import type { ConversationShared } from '@parley/contract/conversations/conversations'
import type { Message } from '@parley/contract/messages/messages'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'
import { hydrateConversations, presentShared } from '../../conversations/present-conversation.ts'
import { hydrateMessages, presentMessage } from '../../messages/present-message.ts'
import { eventChanges, eventData, type WebhookEventSource } from './webhook-events.ts'

type LoadedObjects = {
  uuids: Map<number, string>
  conversations: Map<number, ConversationShared>
  messages: Map<number, Message>
  statuses: Map<number, string>
}

/** The request body of each event, or null if its object is gone. Uses a fixed number of queries. */
export async function buildBodies(
  db: Db,
  sources: readonly WebhookEventSource[],
  root_url: string,
): Promise<(string | null)[]> {
  const loaded = await loadObjects(db, sources, root_url)
  return sources.map((webhookEvent) => {
    const payload = buildPayload(webhookEvent, loaded)
    return (
      payload &&
      JSON.stringify({
        event: webhookEvent.event,
        timestamp: formatTimestamp(webhookEvent.source.at),
        payload,
      })
    )
  })
}

/** RFC 3339 in UTC, without a fraction (docs/spec/wire.md#requests). */
export const formatTimestamp = (at: Date): string => `${at.toISOString().slice(0, 19)}Z`

async function loadObjects(
  db: Db,
  sources: readonly WebhookEventSource[],
  root_url: string,
): Promise<LoadedObjects> {
  const ids = unique(sources.map((webhookEvent) => webhookEvent.conversation_id))
  const whole = sources.filter(({ event }) => event === 'conversation.created')
  // One after the other: a single connection runs them sequentially anyway.
  const uuids = await db.selectFrom('conversations').select(['id', 'uuid']).where('id', 'in', ids).execute()
  const conversations = await hydrateConversations(
    db,
    unique(whole.map((webhookEvent) => webhookEvent.conversation_id)),
  )
  const messages = await hydrateMessages(db, unique(sources.map((webhookEvent) => webhookEvent.message_id)))
  const statuses = sources.some(({ event }) => event === 'conversation.status_changed')
    ? await db.selectFrom('statuses').select(['id', 'name']).execute()
    : []
  return {
    uuids: new Map(uuids.map(({ id, uuid }) => [id, uuid])),
    conversations: new Map(conversations.map((row) => [row.id, presentShared(row)])),
    messages: new Map(messages.map((row) => [row.id, presentMessage(row, root_url)])),
    statuses: new Map(statuses.map(({ id, name }) => [id, name])),
  }
}

const unique = (ids: number[]) => [...new Set(ids.filter((id) => id > 0))]

function buildPayload(webhookEvent: WebhookEventSource, loaded: LoadedObjects): object | null {
  const { source } = webhookEvent
  const conversation_uuid =
    loaded.uuids.get(webhookEvent.conversation_id) ??
    (webhookEvent.event === 'conversation.deleted' ? eventData(source).uuid : undefined)
  if (!conversation_uuid) return null
  const common = { conversation_uuid, actor_id: source.actor_id }
  const changes = eventChanges(source)
  switch (webhookEvent.event) {
    case 'conversation.created': {
      const conversation = loaded.conversations.get(webhookEvent.conversation_id)
      return conversation ? { ...conversation, previous_conversations: null } : null
    }
    case 'conversation.status_changed': {
      const nameOf = (id: unknown) => loaded.statuses.get(Number(id)) ?? ''
      // Snoozed again: only the time has changed.
      const [before, after] = changes.status_id ?? [snoozedStatusId, snoozedStatusId]
      return {
        ...common,
        previous_status: nameOf(before),
        new_status: nameOf(after),
        snooze_until: changes.snoozed_until?.[1] ?? '',
      }
    }
    case 'conversation.tags_changed': {
      const [previous_tags, new_tags] = changes.tags ?? [[], []]
      return { ...common, previous_tags, new_tags }
    }
    case 'conversation.assigned':
      return { ...common, assigned_to: changes.assigned_user_id?.[1] }
    case 'conversation.moved': {
      const [previous_inbox_id, inbox_id] = changes.inbox_id ?? []
      return { conversation_uuid, previous_inbox_id, inbox_id, actor_id: source.actor_id }
    }
    case 'conversation.unassigned':
    case 'conversation.restored':
      return common
    case 'conversation.merged':
      return { ...common, merged_into: mergeData(source).into?.uuid }
    case 'conversation.unmerged':
      return { ...common, unmerged_from: mergeData(source).from?.uuid }
    case 'conversation.split': {
      const { to, message_uuid, count } = mergeData(source)
      return { ...common, new_conversation_uuid: to?.uuid, message_uuid, message_count: count }
    }
    case 'conversation.deleted':
      return { conversation_uuid, reason: changes.trash_reason?.[1] ?? 'deleted', actor_id: source.actor_id }
    case 'message.created':
    case 'message.updated':
      return messageAtEvent(webhookEvent, loaded.messages.get(webhookEvent.message_id))
  }
}

type Reference = { uuid: string }
/** As the verbs in conversations/merges record it. */
const mergeData = (event: Event) =>
  event.data as { into?: Reference; from?: Reference; to?: Reference; message_uuid?: string; count?: number }

/** Id of the built-in Snoozed status (migration 0001). */
const snoozedStatusId = 2

/** A reply may have progressed since its events were recorded: each event shows the status it set. */
function messageAtEvent({ event, source }: WebhookEventSource, message: Message | undefined): Message | null {
  if (!message) return null
  if (event === 'message.created') {
    const { private: isNote } = eventData(source) as { private?: boolean } // written by send-message.ts
    const isSideEmail = Boolean(message.side_thread_uuid) && message.sender_type === 'agent'
    const isEmail = message.type === 'outgoing' && (isNote === false || isSideEmail)
    return isEmail ? { ...message, status: 'pending' } : message
  }
  const status = eventChanges(source).status?.[1]
  return status === 'pending' || status === 'sent' || status === 'failed' ? { ...message, status } : message
}
