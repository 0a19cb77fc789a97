import type { Calendar } from '@parley/contract/business-time'
import type { SlaMetric } from '@parley/contract/sla-metrics'
import { readClock, unset } from '../clock.ts'
import { type Phase, runningSince, timeLeft } from '../running.ts'
import { type Said, turnsOf } from '../turns.ts'

/** What happened to one conversation, as far as promises ask. */
export type History = {
  created_at: Date
  first_reply_at: Date | null
  resolved_at: Date | null
  phases: readonly Phase[]
  said: readonly Said[]
  first_message_id: number
}
export type Promised = Record<SlaMetric, number | null>
/** `taken` is the working time until it was done, in ms. */
export type Verdict = { metric: SlaMetric; became: 'met' | 'breached' | 'open'; taken: number | null }

/** What would have become of the promises, by the same reckoning as those that are in force. */
export function judge(history: History, promised: Promised, calendar: Calendar, now: Date): Verdict[] {
  const { created_at, first_reply_at, phases, said, first_message_id } = history
  const verdicts: Verdict[] = []
  const read = (metric: SlaMetric, from: Date, done_at: Date | null, until: Date) => {
    const milliseconds = promised[metric]
    if (milliseconds === null) return
    const running = runningSince(from, phases)
    const clock = readClock(unset, { calendar, running, promised: milliseconds, done_at, now: until })
    const became = clock.breached_at ? 'breached' : clock.met_at ? 'met' : 'open'
    const taken = done_at && milliseconds - timeLeft(calendar, running, milliseconds, done_at)
    verdicts.push({ metric, became, taken })
  }
  read('first_response', created_at, first_reply_at, now)
  for (const { started_at, done_at, dropped_at } of turnsOf(said, first_message_id, phases))
    read('next_response', started_at, done_at, dropped_at ?? now)
  read('resolution', created_at, resolvedFirst(history), now)
  return verdicts
}

/** Opening again does not undo a promise that was kept. */
function resolvedFirst({ phases, created_at, resolved_at }: History): Date | null {
  const closed = phases.find(({ category, from }) => category === 'closed' && from >= created_at)
  return closed && resolved_at && resolved_at < closed.from ? resolved_at : (closed?.from ?? resolved_at)
}
