import {
  addWorkingTime,
  type Calendar,
  workingTimeBetween,
} from '@parley/contract/business-hours/business-time'
import type { StatusCategory } from '@parley/contract/statuses/statuses'

/** The status category from this time until the next phase. In order. */
export type Phase = { from: Date; category: StatusCategory }

/** When timers ran: [from, to), `to` null while still running. In order, without overlap. */
export type RunningSpans = { from: Date; to: Date | null }[]

/**
 * When SLA timers run and pause: time counts only in open statuses, because waiting and closed conversations expect
 * nothing from the team (docs/decisions/0028-sla-deadlines-are-recomputed.md).
 */
export function runningSpansSince(start: Date, phases: readonly Phase[]): RunningSpans {
  const spans: RunningSpans = []
  let since: Date | null = start
  for (const { from, category } of phases) {
    const at: Date = from > start ? from : start
    if (category === 'open') since ??= at
    else if (since) {
      if (at > since) spans.push({ from: since, to: at })
      since = null
    }
  }
  return since ? [...spans, { from: since, to: null }] : spans
}

/** When the conversation was hidden: [from, to), `to` null while it still is. In order, without overlap. */
export type HiddenSpan = { from: Date; to: Date | null }

/** The same phases, with waiting instead of open while hidden. */
export function pausedWhileHidden(phases: readonly Phase[], hidden: readonly HiddenSpan[]): Phase[] {
  const isHidden = (at: Date) => hidden.some(({ from, to }) => from <= at && (to === null || at < to))
  const categoryAt = (at: Date) => phases.findLast(({ from }) => from <= at)?.category
  const boundaries = hidden
    .flatMap(({ from, to }) => [from, ...(to ? [to] : [])])
    .flatMap((from): Phase[] => (categoryAt(from) === 'open' ? [{ from, category: 'open' }] : []))
  return [...phases, ...boundaries]
    .toSorted((one, other) => Number(one.from) - Number(other.from))
    .map(({ from, category }) => ({
      from,
      category: category === 'open' && isHidden(from) ? 'waiting' : category,
    }))
}

/** The same spans as if there was no pause after `end`. */
export function unpausedAfter(running: RunningSpans, end: Date): RunningSpans {
  const before = running
    .filter(({ from }) => from < end)
    .map(({ from, to }) => ({ from, to: to && to < end ? to : end }))
  return [...before, { from: end, to: null }]
}

/** When this much working time has passed; null while the timer is paused before that, and when it takes more than ten years. */
export function dueAt(calendar: Calendar, running: RunningSpans, milliseconds: number): Date | null {
  let left = milliseconds
  for (const { from, to } of running) {
    const due = addWorkingTime(calendar, from, left)
    if (to === null) return due
    if (due && due <= to) return due
    left -= workingTimeBetween(calendar, from, to)
  }
  return null
}

/** Time left at `now`; negative when overdue. */
export function remainingTime(
  calendar: Calendar,
  running: RunningSpans,
  milliseconds: number,
  now: Date,
): number {
  return running.reduce(
    (left, { from, to }) => left - workingTimeBetween(calendar, from, to && to < now ? to : now),
    milliseconds,
  )
}
