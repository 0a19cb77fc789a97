import type { Consumer } from '../../spine/consumer.ts'
import { handleEachInSavepoint } from '../../spine/handle-each.ts'
import type { Event } from '../../spine/read-events.ts'
import type { AccessKeys } from '../../spine/record-event.ts'
import { rescheduleDigests } from './digest/schedule-digest.ts'
import { notify } from './notify.ts'

/**
 * Notifies agents of assignments from any source: people, rules, auto-assignment. Reschedules digests when the workspace's time zone
 * changes.
 */
export const notificationConsumer: Consumer = {
  name: 'notifications',
  handle: (tx, events) =>
    handleEachInSavepoint(tx, 'notifications', events.filter(isRelevant), async (tx, event) => {
      if (changesTimeZone(event)) return rescheduleDigests(tx)
      const assignee = assigneeOf(event)
      if (event.conversation_id === null || assignee === null) return
      await notify(tx, {
        kind: 'assigned',
        agent_ids: [assignee],
        conversation_id: event.conversation_id,
        data: isPerson(event) ? { author_id: event.actor_id } : {},
      })
    }),
}

/** The new assignee of this event, including conversations created with one. */
function assigneeOf({ access_before, access_after }: Event): number | null {
  // Written by spine/record-event.ts.
  const [before, after] = [access_before as AccessKeys | null, access_after as AccessKeys | null]
  return after?.user != null && after.user !== before?.user ? after.user : null
}

const isRelevant = (event: Event) => isAssignment(event) || changesTimeZone(event)

const changesTimeZone = ({ type, changes }: Event) =>
  type === 'settings.changed' && Object.hasOwn(changes as object, 'app.timezone')

/** Imported mailbox history sends no notifications. */
const isAssignment = (event: Event): boolean =>
  assigneeOf(event) !== null && (event.data as { historical?: boolean }).historical !== true

const isPerson = (event: Event): event is Event & { actor_id: number } =>
  (event.actor_kind === 'agent' || event.actor_kind === 'api_key') && event.actor_id !== null
