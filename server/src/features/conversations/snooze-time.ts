import { isBeyondMaxSnooze, snoozeTooLong } from '@parley/contract/conversations/conversation-verbs'
import { parseGoDuration } from '../../go-duration.ts'
import { invalid } from '../../http/errors.ts'

/**
 * Parses `snoozed_until` as clients send it: a duration such as 90m or 1h30m (docs/spec/wire.md#requests), or an RFC 3339 instant
 * (docs/spec/product-decisions.md#snooze).
 */
export function parseSnoozeTime(text: string | null | undefined, now: Date): Date | null {
  const value = text?.trim()
  if (!value) return null
  const duration = parseGoDuration(value)
  if (duration !== null) return withinMaxSnooze(new Date(now.getTime() + duration), now)
  const instant = /^\d{4}-\d{2}-\d{2}T/.test(value) ? new Date(value) : null
  if (!instant || Number.isNaN(instant.getTime()))
    throw invalid('snoozed_until', 'Enter a duration, such as 2h or 1h30m, or a date and time')
  return withinMaxSnooze(instant, now)
}

function withinMaxSnooze(until: Date, now: Date): Date {
  if (isBeyondMaxSnooze(until, now)) throw invalid('snoozed_until', snoozeTooLong)
  return until
}
