import type { Message } from '@parley/contract/messages/messages'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { Actor } from '../actor.ts'
import { maySee } from '../conversation-access.ts'
import { type Event, type Position, positionOf } from '../spine/read-events.ts'
import type { AccessKeys } from '../spine/record-event.ts'
import { isInViewAudience, type SharedViewAudience } from '../view-access.ts'
import { visibilityFor } from './audience.ts'
import { contactFrames } from './contact-frames.ts'
import { type Batch, conversationOf, shownMessages } from './event-batch.ts'

/**
 * The frames one reader receives for a batch of events, in the protocol of `/ws?v=2`. `epoch` changes when the database
 * was restored or moved. The cursor of a frame says what has been received with it: only the last frame of an event has
 * the event's own, so a connection that breaks between two of them gets both again. `cursor` is the client's before the
 * batch.
 */
export function framesFor(actor: Actor, batch: Batch, epoch: string, cursor: string): ServerEvent[] {
  let previous = cursor
  return batch.events.flatMap((event) => {
    const before = previous
    const after = writeCursor(epoch, positionOf(event))
    previous = after
    const frames = framesOf(actor, event, batch, after)
    const last = frames.pop()
    return last ? [...frames.map((frame) => ({ ...frame, event_id: before })), last] : []
  })
}

export const writeCursor = (epoch: string, { xid, id }: Position): string => `${epoch}.${xid}.${id}`

function framesOf(actor: Actor, event: Event, batch: Batch, event_id: string): ServerEvent[] {
  if (event.type === 'conversation.seen') return seenFrames(actor, event, batch, event_id)
  if (event.type === 'draft.changed') return draftFrames(actor, event, batch, event_id)
  if (event.object_type === 'contact' || event.object_type === 'contact_note')
    return contactFrames(actor, event, batch, event_id)
  const lookups = lookupsOf(actor, event)
  if (lookups.length > 0)
    return lookups.map((lookup) => ({ type: 'lookup.changed', event_id, version: 0, object: { lookup } }))
  const conversation = conversationOf(event, batch)
  if (!conversation) return purgedFrames(actor, event, event_id)

  const visibility = visibilityFor(actor, event, conversation)
  if (visibility === 'nothing') return []
  if (followEvents.has(event.type))
    return [
      {
        type: 'conversation.followers_changed',
        event_id,
        version: conversation.version,
        object: { uuid: conversation.uuid },
      },
    ]
  if (visibility === 'gone')
    return [
      {
        type: 'conversation.gone',
        event_id,
        version: conversation.version,
        object: { uuid: conversation.uuid },
      },
    ]
  const type = event.type === 'conversation.created' ? 'conversation.created' : 'conversation.changed'
  return [
    { type, event_id, version: conversation.version, object: conversation },
    ...(actor.permissions.has('messages:read')
      ? messageFrames(event, shownMessages(event, batch, conversation), event_id)
      : []),
  ]
}

const followEvents = new Set(['conversation.followed', 'conversation.unfollowed'])

/** Written by purgeTrash: it was in the trash and is deleted permanently. */
function purgedFrames(actor: Actor, event: Event, event_id: string): ServerEvent[] {
  const { uuid, version = 0 } = event.data as { uuid?: string; version?: number }
  const before = event.access_before as AccessKeys | null // written by insertEvent
  if (event.type !== 'conversation.purged' || !uuid || !before || !maySee(actor, before)) return []
  return [{ type: 'conversation.gone', event_id, version, object: { uuid } }]
}

function messageFrames(event: Event, messages: readonly Message[], event_id: string): ServerEvent[] {
  const type = event.type === 'message.changed' ? 'message.changed' : 'message.created'
  return messages.map((message) => ({ type, event_id, version: message.version, object: message }))
}

// Written by setSeen.
type SeenData = { unread?: number; unread_counter?: number }

// Unread counts are private and are sent to the reader only. Marks also exist of conversations that the reader may not
// see: a merge adds them to the target's for when they may.
function seenFrames(actor: Actor, event: Event, batch: Batch, event_id: string): ServerEvent[] {
  const conversation =
    event.conversation_id === null ? undefined : batch.conversations.get(event.conversation_id)
  const shownIn = conversationOf(event, batch)
  if (event.object_id !== actor.id || !conversation || !shownIn) return []
  if (visibilityFor(actor, event, shownIn) !== 'show') return []
  const { unread = 0, unread_counter = conversation.unread_counter } = event.data as SeenData
  return [
    {
      type: 'conversation.seen',
      event_id,
      version: conversation.version,
      object: { uuid: conversation.uuid, unread_message_count: unread, unread_counter },
    },
  ]
}

type DraftChange = Extract<ServerEvent, { type: 'draft.changed' }>['object']

/** The author's browsers learn what changed, everybody else only that the author has a draft or no longer has one. */
function draftFrames(actor: Actor, event: Event, batch: Batch, event_id: string): ServerEvent[] {
  const object = event.data as DraftChange // written by recordDraftChanged
  const own: ServerEvent[] =
    event.object_id === actor.id
      ? [{ type: 'draft.changed', event_id, version: object.revision, object }]
      : []
  const conversation = conversationOf(event, batch)
  if (!conversation || visibilityFor(actor, event, conversation) !== 'show') return own
  const { uuid, version, drafting: agent_ids } = conversation
  return [...own, { type: 'conversation.drafting', event_id, version, object: { uuid, agent_ids } }]
}

type Lookup = Extract<ServerEvent, { type: 'lookup.changed' }>['object']['lookup']
/** The list that browsers reload when a record of this kind changes. */
export const lookups: Record<string, Lookup> = {
  agent: 'agents',
  team: 'teams',
  role: 'roles',
  tag: 'tags',
  status: 'statuses',
  inbox: 'inboxes',
  settings: 'settings',
  view: 'views',
  shared_view: 'views',
  macro: 'macros',
  custom_attribute: 'custom_attributes',
  sla_policy: 'sla',
  business_hours: 'business_hours',
  template: 'templates',
  webhook: 'webhooks',
  oidc_provider: 'oidc',
  automation: 'automations',
  ai_provider: 'ai',
  ai_prompt: 'ai',
  ai_budget: 'ai',
  erasure: 'privacy',
  contact_export: 'privacy',
  retention_rule: 'retention',
  retention_run: 'retention',
  held_send: 'held_sends',
  notification: 'notifications',
}

// Sign-ins and sign-outs change no list.
const ignoredEvents = new Set(['agent.signed_in', 'agent.signed_out', 'session.ended'])

function lookupsOf(actor: Actor, event: Event): Lookup[] {
  const lookup = lookups[event.object_type]
  if (event.conversation_id !== null || !lookup || ignoredEvents.has(event.type)) return []
  // A held reply and a notification are visible to one agent only, whose id is the object's.
  if (lookup === 'held_sends' || lookup === 'notifications')
    return event.object_id === actor.id ? [lookup] : []
  // A personal view is visible to its owner only; nobody else learns that it exists.
  if (event.object_type === 'view' && (event.data as { owner_id?: number }).owner_id !== actor.id) return []
  if (event.object_type === 'shared_view' && !isInViewAudience(actor, event.data as SharedViewAudience))
    return []
  const isAboutMe = event.object_type === 'agent' && event.object_id === actor.id
  // The reader's own permissions depend on roles and teams.
  return isAboutMe || lookup === 'roles' || lookup === 'teams' ? [lookup, 'me'] : [lookup]
}
