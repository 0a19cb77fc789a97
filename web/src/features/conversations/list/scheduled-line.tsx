import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, CirclePause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fullName } from '../../../format/names.ts'
import { useCountdownNow } from '../../../format/use-now.ts'
import { agentsQuery } from '../../../session/queries.ts'
import { useMe } from '../../../session/use-me.ts'
import { formatTime } from '../../../time-picker/format-time.ts'
import { timeZoneOf } from '../../../time-picker/time-zone.ts'

/** When the next scheduled reply of a row is sent, and by whom. */
export function ScheduledLine({
  scheduled: { send_at, agent_id, on_hold, count },
}: {
  scheduled: NonNullable<ConversationListItem['scheduled']>
}) {
  const { t } = useTranslation()
  const now = useCountdownNow()
  const time = formatTime(new Date(send_at), now, timeZoneOf(useMe()))
  const author = useQuery(agentsQuery).data?.find(({ id }) => id === agent_id)
  const Icon = on_hold ? CirclePause : CalendarClock
  return (
    <span className="flex min-w-0 flex-1 items-center gap-1.5">
      <Icon size={13} aria-hidden className={on_hold ? 'shrink-0 text-warn' : 'shrink-0 text-accent'} />
      <span className="truncate">
        <span className="font-medium text-ink-2">{on_hold ? t('schedule.row_on_hold') : time}</span>
        {author && ` · ${fullName(author)}`}
        {count > 1 && ` · +${count - 1}`}
      </span>
    </span>
  )
}
