import type { ServerEvent } from '@parley/contract/shared/server-events'
import type { Actor } from '../actor.ts'
import { maySee } from '../conversation-access.ts'
import type { Event } from '../spine/read-events.ts'
import type { Batch } from './event-batch.ts'

// Written by mergeContact and the contact note verbs.
type ContactData = { into_id?: number; contact_id?: number }

/** A changed contact is sent to everyone who may read contacts or sees a conversation with the contact. */
export function contactFrames(actor: Actor, event: Event, batch: Batch, event_id: string): ServerEvent[] {
  const { into_id, contact_id } = event.data as ContactData
  if (event.object_type === 'contact_note')
    return contact_id !== undefined && actor.permissions.has('contact_notes:read')
      ? [{ type: 'contact.notes_changed', event_id, version: 0, object: { id: contact_id } }]
      : []
  if (event.object_id === null) return []
  // Two ids reveal nothing; readers with access fetch the contacts behind them.
  if (into_id !== undefined)
    return [{ type: 'contact.merged', event_id, version: 0, object: { id: event.object_id, into_id } }]
  const contact = batch.contacts.get(event.object_id)
  if (!contact) return []
  const maySeeContact =
    actor.permissions.has('contacts:read') || contact.access_keys.some((keys) => maySee(actor, keys))
  return maySeeContact
    ? [{ type: 'contact.updated', event_id, version: contact.changed_at, object: contact.object }]
    : []
}
