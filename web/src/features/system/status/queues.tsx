import type { SystemStatus } from '@parley/contract/system/system-status'
import { useTranslation } from 'react-i18next'
import { durationText } from '../../../format/duration.ts'
import { readerLocale } from '../../../format/locale.ts'
import { SystemSection, SystemTable } from '../system-section.tsx'

/** What waits in queues, and how far the consumers of events lag behind. */
export function Queues({
  queues,
  consumers,
  backfills,
}: Pick<SystemStatus, 'queues' | 'consumers' | 'backfills'>) {
  const { t, i18n } = useTranslation()
  const consumerName = (name: string) =>
    i18n.exists(`system.consumer.${name}`) ? t(`system.consumer.${name}`) : name
  const columns = (first: string) => [
    { label: first },
    { label: t('system.queue.waiting'), isNumber: true },
    { label: t('system.queue.oldest'), isNumber: true },
  ]
  return (
    <div className="grid gap-8 md:grid-cols-2 md:gap-6">
      <SystemSection title={t('system.queues')}>
        <SystemTable
          label={t('system.queues')}
          columns={columns(t('system.queue'))}
          rows={
            queues?.map(({ name, waiting, oldest_age_seconds }) => ({
              key: name,
              cells: [t(`system.queue.${name}`), count(waiting), age(oldest_age_seconds, waiting)],
            })) ?? null
          }
        />
        {backfills?.map(({ name, remaining, failure }) => (
          <p key={name} className="mt-2 text-ink-2">
            {t(`system.backfill.${name}`)}{' '}
            {remaining !== null && t('system.backfill.remaining', { remaining: count(remaining) })}
            {failure && <span className="block text-bad">{failure}</span>}
          </p>
        ))}
      </SystemSection>
      <SystemSection title={t('system.consumers')}>
        <SystemTable
          label={t('system.consumers')}
          columns={columns(t('system.consumer'))}
          rows={
            consumers?.map(({ name, waiting, lag_seconds }) => ({
              key: name,
              cells: [consumerName(name), count(waiting), age(lag_seconds, waiting)],
            })) ?? null
          }
        />
      </SystemSection>
    </div>
  )
}

const count = (value: number) => new Intl.NumberFormat(readerLocale()).format(value)

const age = (seconds: number | null, waiting: number) =>
  seconds === null || waiting === 0 ? '–' : durationText(Math.max(1, Math.round(seconds)) * 1000)
