import type { Event } from '../../../spine/read-events.ts'
import { minBatchSize } from '../batch-assignments.ts'
import type { Notice } from '../notice.ts'

export type Decision = { event: Event; notices: Notice[] }

/**
 * Many conversations that one transaction assigned to an agent, such as a bulk action, are one notification. It stands
 * in the place of the last of them.
 */
export function batchNotices(decisions: readonly Decision[]): Decision[] {
  const groups = new Map<string, number[]>()
  for (const { event, notices } of decisions)
    for (const notice of notices)
      if (notice.kind === 'assigned') {
        const key = keyOf(event, notice)
        groups.set(key, [...(groups.get(key) ?? []), notice.conversation_id])
      }
  return decisions.map(({ event, notices }) => ({
    event,
    notices: notices.flatMap((notice) => {
      const conversation_ids = notice.kind === 'assigned' ? (groups.get(keyOf(event, notice)) ?? []) : []
      if (notice.kind !== 'assigned' || conversation_ids.length < minBatchSize) return [notice]
      return notice.conversation_id === conversation_ids.at(-1)
        ? [{ ...notice, message_id: null, batch: { xid: String(event.xid), conversation_ids } }]
        : []
    }),
  }))
}

const keyOf = ({ xid }: Event, { agent_ids }: Notice) => `${xid} ${agent_ids.join()}`
