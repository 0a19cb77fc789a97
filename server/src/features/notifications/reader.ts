import type { Consumer } from '../../spine/consumer.ts'
import { oneByOne } from '../../spine/one-by-one.ts'
import type { Event } from '../../spine/read.ts'
import type { AccessKeys } from '../../spine/record.ts'
import { notify } from './notify.ts'
import { planDigestsAnew } from './plan-digest.ts'

/** Tells agents of what became theirs, by whatever road: people, rules, teams that hand out. Digests keep to the clocks of the workspace. */
export const notificationReader: Consumer = {
  name: 'notifications',
  handle: (tx, events) =>
    oneByOne(tx, 'notifications', events.filter(concerns), async (tx, event) => {
      if (setsClocks(event)) return planDigestsAnew(tx)
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

/** Who became the assignee by this event, be it that the conversation began with one. */
function assigneeOf({ access_before, access_after }: Event): number | null {
  // Written by spine/record.ts.
  const [before, after] = [access_before as AccessKeys | null, access_after as AccessKeys | null]
  return after?.user != null && after.user !== before?.user ? after.user : null
}

const concerns = (event: Event) => isAssignment(event) || setsClocks(event)

const setsClocks = ({ type, changes }: Event) =>
  type === 'settings.changed' && Object.hasOwn(changes as object, 'app.timezone')

/** Mail that was in a mailbox before us tells nobody anything. */
const isAssignment = (event: Event): boolean =>
  assigneeOf(event) !== null && (event.data as { historical?: boolean }).historical !== true

const isPerson = (event: Event): event is Event & { actor_id: number } =>
  (event.actor_kind === 'agent' || event.actor_kind === 'api_key') && event.actor_id !== null
