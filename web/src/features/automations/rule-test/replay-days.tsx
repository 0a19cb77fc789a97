import type { RuleReplay } from '@parley/contract/automations/automation-runs'
import { useTranslation } from 'react-i18next'
import { calendarDate } from '../../../format/date-time.tsx'

/** How often the rule would have run on each day. */
export function ReplayDays({ days }: Pick<RuleReplay, 'days'>) {
  const { t } = useTranslation()
  const max = Math.max(1, ...days.map(({ matched }) => matched))
  return (
    <ol aria-label={t('automations.replay.by_day')} className="mt-3 flex h-12 items-end gap-px">
      {days.map(({ date, matched }) => (
        <li
          key={date}
          title={t('automations.replay.day', { day: calendarDate(date), count: matched })}
          className="flex h-full min-w-0 flex-1 items-end"
        >
          <span className="sr-only">
            {t('automations.replay.day', { day: calendarDate(date), count: matched })}
          </span>
          <span
            aria-hidden
            className={`block w-full rounded-t-xs ${matched > 0 ? 'bg-accent' : 'bg-line'}`}
            style={{ height: matched > 0 ? `${Math.max(8, (100 * matched) / max)}%` : '2px' }}
          />
        </li>
      ))}
    </ol>
  )
}
