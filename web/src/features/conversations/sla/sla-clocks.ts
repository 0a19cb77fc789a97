import type { ConversationSummary } from '@parley/contract/conversations/conversations'

type SlaColumns = Pick<
  ConversationSummary,
  | 'first_response_deadline_at'
  | 'first_reply_at'
  | 'resolution_deadline_at'
  | 'resolved_at'
  | 'next_response_deadline_at'
  | 'next_response_met_at'
>

/** `ms` is the time left, the time overdue, or for a met target the time to spare. */
export type SlaClock = {
  name: 'FRD' | 'NRD' | 'RD'
  state: 'remaining' | 'hit' | 'overdue'
  ms: number
  due: string
}

/** The SLA targets of a conversation: first reply, next reply, resolution. */
export function slaClocks(c: SlaColumns, now: Date): SlaClock[] {
  const all = [
    slaClock('FRD', c.first_response_deadline_at, c.first_reply_at, now),
    slaClock('NRD', c.next_response_deadline_at, c.next_response_met_at, now),
    slaClock('RD', c.resolution_deadline_at, c.resolved_at, now),
  ]
  return all.filter((clock) => clock !== null)
}

/** Whether `slaClocks` returns any. */
export const hasSlaClocks = (c: SlaColumns): boolean =>
  c.first_response_deadline_at !== null ||
  c.next_response_deadline_at !== null ||
  c.resolution_deadline_at !== null

/** For the list: open targets, most urgent first; met targets only when none is open. */
export function visibleSlaClocks(clocks: readonly SlaClock[]): SlaClock[] {
  const open = clocks.filter((clock) => clock.state !== 'hit')
  if (open.length === 0) return [...clocks]
  return open.toSorted((a, b) => Date.parse(a.due) - Date.parse(b.due))
}

export function slaClock(
  name: SlaClock['name'],
  due: string | null,
  met: string | null,
  now: Date,
): SlaClock | null {
  if (due === null) return null
  const endMs = met === null ? now.getTime() : Date.parse(met)
  const leftMs = Date.parse(due) - endMs
  if (leftMs < 0) return { name, state: 'overdue', ms: -leftMs, due }
  return { name, state: met === null ? 'remaining' : 'hit', ms: leftMs, due }
}
