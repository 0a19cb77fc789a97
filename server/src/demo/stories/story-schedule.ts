import { type Calendar, isOpen } from '@parley/contract/business-hours/business-time'
import type { Story } from './story.ts'

const minute = 60_000

/**
 * The time of each step of a story. The last step happens `ended_minutes_ago`. Customers write at any time. A step of
 * an agent that would fall outside business hours moves to before closing time, with all steps before it moved equally.
 */
export function scheduleSteps(
  { ended_minutes_ago, steps, subject }: Story,
  now: Date,
  calendar: Calendar,
): Date[] {
  const times: Date[] = []
  let at = now.getTime() - ended_minutes_ago * minute
  for (const step of steps.toReversed()) {
    if ('agent' in step && !isOpen(calendar, new Date(at))) {
      while (!isOpen(calendar, new Date(at))) at -= 5 * minute
      // Spread over the afternoon rather than at closing time. Stories of the last day are still unanswered and have
      // less room.
      at -= ((subject.length * 97) % (ended_minutes_ago > 1440 ? 640 : 90)) * minute
    }
    times.unshift(new Date(at))
    at -= step.wait * minute
  }
  return times
}
