import type { Calendar } from '@parley/contract/business-hours/business-time'
import type { SlaMetric } from '@parley/contract/sla/sla-metrics'
import { type Phase, remainingTime, runningSpansSince } from '../clocks/running-time.ts'
import { computeClock, emptyClock } from '../clocks/sla-clock.ts'
import { computeTurns, type TurnMessage } from '../clocks/turns.ts'

/** The parts of a conversation's history that affect SLA targets. */
export type History = {
  created_at: Date
  first_reply_at: Date | null
  resolved_at: Date | null
  phases: readonly Phase[]
  messages: readonly TurnMessage[]
  first_message_id: number
}
export type Targets = Record<SlaMetric, number | null>
/** `working_ms` is the working time until completion. */
export type TargetResult = {
  metric: SlaMetric
  outcome: 'met' | 'breached' | 'open'
  working_ms: number | null
}

/** Computes what the outcomes would have been, with the same code as for real targets. */
export function evaluateTargets(
  history: History,
  targets: Targets,
  calendar: Calendar,
  now: Date,
): TargetResult[] {
  const { created_at, first_reply_at, phases, messages, first_message_id } = history
  const results: TargetResult[] = []
  const read = (metric: SlaMetric, from: Date, done_at: Date | null, until: Date) => {
    const target_ms = targets[metric]
    if (target_ms === null) return
    const running_spans = runningSpansSince(from, phases)
    const clock = computeClock(emptyClock, {
      calendar,
      running_spans,
      target_ms,
      done_at,
      now: until,
    })
    const outcome = clock.breached_at ? 'breached' : clock.met_at ? 'met' : 'open'
    const working_ms = done_at && target_ms - remainingTime(calendar, running_spans, target_ms, done_at)
    results.push({ metric, outcome, working_ms })
  }
  read('first_response', created_at, first_reply_at, now)
  for (const { started_at, done_at, dropped_at } of computeTurns(messages, first_message_id, phases))
    read('next_response', started_at, done_at, dropped_at ?? now)
  read('resolution', created_at, firstResolvedAt(history), now)
  return results
}

/** Reopening does not undo a resolution target that was met. */
function firstResolvedAt({ phases, created_at, resolved_at }: History): Date | null {
  const closed = phases.find(({ category, from }) => category === 'closed' && from >= created_at)
  return closed && resolved_at && resolved_at < closed.from ? resolved_at : (closed?.from ?? resolved_at)
}
