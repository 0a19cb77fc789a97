import { trashDays } from '@parley/contract/conversations/trash'
import { useTranslation } from 'react-i18next'
import { useCountdownNow } from '../../../format/use-now.ts'
import { daysLeft } from './days-left.ts'

/** In a row of the trash or spam: how long until it is deleted permanently. */
export function DaysLeft({ trashedAt }: { trashedAt: string }) {
  const { t } = useTranslation()
  const count = daysLeft(trashedAt, trashDays, useCountdownNow())
  return (
    <span className="block truncate text-xs text-ink-3 tabular-nums">{t('trash.days_left', { count })}</span>
  )
}
