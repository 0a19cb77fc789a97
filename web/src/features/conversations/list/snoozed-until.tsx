import { AlarmClock } from 'lucide-react'
import { useCountdownNow } from '../../../format/use-now.ts'
import { useMe } from '../../../session/use-me.ts'
import { formatTime } from '../../../time-picker/format-time.ts'
import { timeZoneOf } from '../../../time-picker/time-zone.ts'

/** When a row of the list Snoozed, which is in this order, wakes. */
export function SnoozedUntil({ until }: { until: string }) {
  const now = useCountdownNow()
  return (
    <span className="flex shrink-0 items-center gap-1.5 font-medium text-ink-2">
      <AlarmClock size={13} aria-hidden className="shrink-0 text-accent" />
      {formatTime(new Date(until), now, timeZoneOf(useMe()))}
    </span>
  )
}
