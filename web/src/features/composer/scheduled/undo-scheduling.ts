import type { Agent } from '@parley/contract/agents/agent'
import { cancelScheduledReply, type ScheduledReply } from '@parley/contract/messages/scheduled-replies'
import type { UndoOutcome } from '@parley/contract/undo/undo'
import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { refreshScheduledReplies } from '../../../api/scheduled-replies.ts'
import { requestComposerFocus } from '../../../lib/composer-focus.ts'
import { formatTime } from '../../../time-picker/format-time.ts'
import { timeZoneOf } from '../../../time-picker/time-zone.ts'
import { type LoggedAction, lastAction, logAction, removeAction } from '../../../undo/action-log.ts'
import { isPhaseObserved, phaseKey } from '../sending/send-phase.ts'
import { returnToDraft } from '../undo-send/undo-send.ts'
import { rememberSendTime } from './last-send-time.ts'

type Scheduled = Pick<ScheduledReply, 'uuid' | 'conversation_uuid'>

/** Takes a reply out of the schedule, and returns everything to its composer. */
export async function cancelScheduled(agent_id: number, reply: Scheduled): Promise<void> {
  const { conversation_uuid: uuid, uuid: reply_uuid } = reply
  const cancelled = await call(cancelScheduledReply, { params: { uuid, reply_uuid } })
  forgetScheduling(reply)
  returnToDraft(agent_id, { ...cancelled, start: null })
  rememberSendTime(uuid, new Date(cancelled.send_at))
}

/** Scheduled in this tab, by reply. */
const scheduledHere = new Map<string, { conversation_uuid: string; action: LoggedAction }>()

/** Whether the last action of this tab was to schedule a reply in this conversation. */
export const isSchedulingLast = (uuid: string): boolean =>
  [...scheduledHere.values()].some(
    ({ conversation_uuid, action }) => conversation_uuid === uuid && action === lastAction(),
  )

/** The action is over: the reply was cancelled or sent. */
export function forgetScheduling({ uuid }: Pick<Scheduled, 'uuid'>) {
  const scheduled = scheduledHere.get(uuid)
  scheduledHere.delete(uuid)
  if (scheduled) removeAction(scheduled.action)
}

/** Names the time in a toast, and makes it undoable, like any other action. */
export function logScheduling(
  cache: QueryClient,
  { me, reply, return_to }: { me: Agent; reply: ScheduledReply; return_to: string | null },
) {
  const action: LoggedAction = {
    kind: 'schedule',
    what: { time: formatTime(new Date(reply.send_at), new Date(), timeZoneOf(me)) },
    count: 1,
    event_ids: Promise.resolve([]),
    previous: new Map(),
    undo: () => undoScheduling(cache, me.id, reply),
    ...(return_to && { return_to }),
  }
  scheduledHere.set(reply.uuid, { conversation_uuid: reply.conversation_uuid, action })
  logAction(action)
}

async function undoScheduling(cache: QueryClient, agent_id: number, reply: Scheduled): Promise<UndoOutcome> {
  const { conversation_uuid: uuid } = reply
  const outcome = { uuid, ok: true, reason: null, reference_number: null }
  try {
    await cancelScheduled(agent_id, reply)
    if (!isPhaseObserved(phaseKey({ agent_id, uuid, mode: 'reply' }))) requestComposerFocus(uuid, 'reply')
    return outcome
  } catch (error) {
    const isTooLate = error instanceof ApiError && (error.status === 409 || error.status === 404)
    if (!isTooLate) throw error
    return { ...outcome, ok: false, reason: error.message }
  } finally {
    refreshScheduledReplies(cache, uuid)
  }
}
