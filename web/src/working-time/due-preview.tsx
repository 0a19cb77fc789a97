import {
  addWorkingTime,
  type Calendar,
  isOpen,
  nextOpening,
} from '@parley/contract/business-hours/business-time'
import { useTranslation } from 'react-i18next'
import { readerLocale } from '../format/locale.ts'
import { useNow } from '../format/use-now.ts'

export type Target = { label: string; milliseconds: number }

/** When an email received now would be due, calculated as on the server. */
export function DuePreview({ calendar, targets }: { calendar: Calendar | null; targets: readonly Target[] }) {
  const { t } = useTranslation()
  const now = useNow()
  if (!calendar) return <p className="text-ink-3">{t('due.incomplete')}</p>
  const opening = nextOpening(calendar, now)
  return (
    <div aria-live="polite" className="rounded-lg border bg-surface-sunk px-3 py-2.5">
      <p className="font-medium">
        {isOpen(calendar, now)
          ? t('due.open')
          : opening
            ? t('due.closed', { time: formatInZone(calendar.time_zone, opening, now) })
            : t('due.never')}
      </p>
      <p className="mt-1.5 text-ink-3">{t('due.lead')}</p>
      <dl className="mt-1 space-y-0.5">
        {targets.map(({ label, milliseconds }) => {
          const due = addWorkingTime(calendar, now, milliseconds)
          return (
            <div key={label} className="flex flex-wrap justify-between gap-x-4">
              <dt>{label}</dt>
              <dd className="ml-auto text-right tabular-nums">
                {due ? formatInZone(calendar.time_zone, due, now) : t('due.beyond')}
              </dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}

/** Mon, 2 Mar, 10:02 GMT+1; with the year if it is not the current one. */
const formatInZone = (timeZone: string, at: Date, now: Date) =>
  new Intl.DateTimeFormat(readerLocale(), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(at.getUTCFullYear() !== now.getUTCFullYear() && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at)
