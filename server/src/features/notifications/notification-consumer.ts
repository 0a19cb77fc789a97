import type { Tx } from '../../db/transaction.ts'
import { recordNotificationsChanged } from '../../notification-store/read-notifications.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { handleEachInSavepoint } from '../../spine/handle-each.ts'
import type { Event } from '../../spine/read-events.ts'
import type { AccessKeys } from '../../spine/record-event.ts'
import { batchNotices } from './decide/batch-notices.ts'
import { loadNoticeContext } from './decide/notice-context.ts'
import { noticesOf } from './decide/notices-of-event.ts'
import { rescheduleDigests } from './digest/schedule-digest.ts'
import { endFollowsJob, endFollowsOf, followMentioned } from './follow.ts'
import { notify } from './notify.ts'

/**
 * Notifies agents of what happens to their conversations, whoever causes it: people, rules, customers, timers. It also
 * ends follows of agents who lose access, and reschedules digests when the workspace's time zone changes.
 */
export const notificationConsumer: Consumer = {
  name: 'notifications',
  async handle(tx, events) {
    const context = await loadNoticeContext(tx.db, events)
    const decisions = batchNotices(events.map((event) => ({ event, notices: noticesOf(event, context) })))
    const noticesByEvent = new Map(decisions.map(({ event, notices }) => [event.id, notices]))
    const relevant = events.filter(
      (event) => noticesByEvent.get(event.id)?.length || changesAccess(event) || isAboutAccess(event),
    )
    await handleEachInSavepoint(tx, 'notifications', relevant, async (tx, event) => {
      if (changesTimeZone(event)) return rescheduleDigests(tx)
      if (isAboutAccess(event)) return tx.enqueue(endFollowsJob, {}, { key: endFollowsJob })
      if (changesAccess(event)) await updateAfterAccessChange(tx, event)
      for (const notice of noticesByEvent.get(event.id) ?? []) {
        await notify(tx, notice)
        if (notice.kind === 'mention') await followMentioned(tx, notice)
      }
    })
  },
}

/** Who sees a conversation has changed: hides what an agent no longer has access to, and an assignment that was undone. */
async function updateAfterAccessChange(tx: Tx, event: Event): Promise<void> {
  const { conversation_id, access_before } = event
  if (conversation_id === null) return
  const { user = null } = (access_before as AccessKeys | null) ?? {} // written by spine/record-event.ts
  if (user !== null)
    await tx.db
      .deleteFrom('notifications')
      .where('agent_id', '=', user)
      .where('conversation_id', '=', conversation_id)
      .where('kind', '=', 'assigned')
      .where('read_at', 'is', null)
      .execute()
  await endFollowsOf(tx, conversation_id)
  const affected = await tx.db
    .selectFrom('notifications')
    .select('agent_id')
    .distinct()
    .where('conversation_id', '=', conversation_id)
    .where('in_app', '=', true)
    .where('read_at', 'is', null)
    .execute()
  await recordNotificationsChanged(tx, [
    ...affected.map(({ agent_id }) => agent_id),
    ...(user === null ? [] : [user]),
  ])
}

function changesAccess({ conversation_id, access_before, access_after, changes }: Event): boolean {
  if (conversation_id === null || access_before === null) return false
  const isMoved = JSON.stringify(access_before) !== JSON.stringify(access_after)
  return isMoved || Object.hasOwn(changes as object, 'deleted_at')
}

/** What an agent may see depends on their roles and teams, and on whether they can sign in. */
const accessObjects = new Set(['agent', 'role', 'team'])
const isAboutAccess = (event: Event): boolean =>
  changesTimeZone(event) ||
  (event.conversation_id === null && accessObjects.has(event.object_type) && !neutralEvents.has(event.type))

/** Frequent, and without influence on what anyone may see. */
const neutralEvents = new Set([
  'agent.signed_in',
  'agent.signed_out',
  'agent.availability_changed',
  'agent.preferences_changed',
  'session.ended',
])

const changesTimeZone = ({ type, changes }: Event) =>
  type === 'settings.changed' && Object.hasOwn(changes as object, 'app.timezone')
