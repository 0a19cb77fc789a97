import type { Calendar } from '@parley/contract/business-hours/business-time'
import { dueAt, type RunningSpans, unpausedAfter } from './running-time.ts'

/** One SLA target of a conversation, as stored. */
export type SlaClock = { deadline_at: Date | null; met_at: Date | null; breached_at: Date | null }

export const emptyClock: SlaClock = { deadline_at: null, met_at: null, breached_at: null }

/**
 * Computes the state of a target. A met or missed target is final and its deadline fixed, but a missed one still gets its completion time.
 * The deadline is null while it can't be determined: there is no target, or the timer is paused.
 */
export function computeClock(
  stored: SlaClock,
  {
    calendar,
    running_spans,
    target_ms,
    done_at,
    now,
  }: {
    calendar: Calendar
    running_spans: RunningSpans
    target_ms: number | null
    done_at: Date | null
    now: Date
  },
): SlaClock {
  if (stored.met_at) return stored
  if (stored.breached_at) return { ...stored, met_at: done_at }
  if (target_ms === null) return emptyClock
  const deadline_at = dueAt(
    calendar,
    done_at ? unpausedAfter(running_spans, done_at) : running_spans,
    target_ms,
  )
  if (done_at && (!deadline_at || done_at <= deadline_at))
    return { deadline_at, met_at: done_at, breached_at: null }
  if (deadline_at && (done_at ?? now) >= deadline_at)
    return { deadline_at, met_at: done_at, breached_at: deadline_at }
  return { deadline_at, met_at: null, breached_at: null }
}

/** met: all in time; breached: all late; partially_met: some of each; pending: any target is open, or there are none (docs/spec/wire.md#sla-policies). */
export function appliedStatus(clocks: readonly SlaClock[]): 'pending' | 'met' | 'breached' | 'partially_met' {
  const withTarget = clocks.filter(
    ({ deadline_at, met_at, breached_at }) => deadline_at ?? met_at ?? breached_at,
  )
  if (withTarget.length === 0 || withTarget.some(({ met_at, breached_at }) => !met_at && !breached_at))
    return 'pending'
  const breachedCount = withTarget.filter(({ breached_at }) => breached_at).length
  if (breachedCount === 0) return 'met'
  return breachedCount === withTarget.length ? 'breached' : 'partially_met'
}
