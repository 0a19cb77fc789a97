import { type Calendar, isOpen } from '@parley/contract/business-hours/business-time'
import type { Story } from './story.ts'

const minute = 60_000

/**
 * When each step of a story happens. It ends when it says; customers write at any hour, and what an agent would do while the shop is closed
 * they did before it closed, with all that led to it as much earlier.
 */
export function scheduleSteps(
  { ended_minutes_ago: ended_ago, steps, subject }: Story,
  now: Date,
  calendar: Calendar,
): Date[] {
  const moments: Date[] = []
  let at = now.getTime() - ended_ago * minute
  for (const step of steps.toReversed()) {
    if ('by' in step && !isOpen(calendar, new Date(at))) {
      while (!isOpen(calendar, new Date(at))) at -= 5 * minute
      // Not all of them in the evening; what is of today still waits for its answer, and had but the evening to do so.
      at -= ((subject.length * 97) % (ended_ago > 1440 ? 640 : 90)) * minute
    }
    moments.unshift(new Date(at))
    at -= step.wait * minute
  }
  return moments
}
