import { Check, CircleAlert, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { durationText } from '../../../format/duration.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import type { SlaClock } from './sla-clocks.ts'

const looks = {
  remaining: { tone: 'warn', icon: Clock },
  overdue: { tone: 'bad', icon: CircleAlert },
  hit: { tone: 'good', icon: Check },
} as const

/** "NRD 12m", "FRD overdue 8m", "FRD". The tooltip and the accessible name spell it out: "First reply due in 18h". */
export function SlaBadge({ clock, full = false }: { clock: SlaClock; full?: boolean }) {
  const { t } = useTranslation()
  const { tone, icon: Icon } = looks[clock.state]
  const time = durationText(clock.ms)
  const title = t(`sla.title.${clock.state}`, { name: t(`sla.${clock.name}`), time })
  return (
    <span title={title} className="inline-flex shrink-0">
      <Badge tone={tone} icon={<Icon size={12} aria-hidden />}>
        <span aria-hidden>
          {clock.state === 'hit' && !full ? clock.name : t(`sla.${clock.state}`, { name: clock.name, time })}
        </span>
        <span className="sr-only">{title}</span>
      </Badge>
    </span>
  )
}
