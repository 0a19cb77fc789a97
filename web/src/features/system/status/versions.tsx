import type { SystemStatus } from '@parley/contract/system/system-status'
import { useTranslation } from 'react-i18next'
import { byteSize } from '../../../format/byte-size.ts'
import { calendarDate } from '../../../format/date-time.tsx'
import { readerLocale } from '../../../format/locale.ts'
import { SystemSection, SystemTable } from '../system-section.tsx'

/** What runs here, and whether there is something newer. */
export function Versions({
  versions,
  update,
  checks_for_updates,
}: Pick<SystemStatus, 'versions' | 'update' | 'checks_for_updates'>) {
  const { t } = useTranslation()
  return (
    <SystemSection title={t('system.versions')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-sheet border px-4 py-3">
        {(['parley', 'schema', 'node', 'postgresql'] as const).map((name) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{t(`system.version.${name}`)}</dt>
            <dd className="tabular-nums">{versions[name]}</dd>
          </div>
        ))}
        <dt className="text-ink-3">{t('system.update')}</dt>
        <dd>
          {update ? (
            <a
              href={update.url}
              target="_blank"
              rel="noreferrer"
              className="font-medium text-accent-text underline-offset-2 hover:underline"
            >
              {t('system.update.available', {
                version: update.version,
                date: calendarDate(update.date.slice(0, 10)),
              })}
            </a>
          ) : (
            t(checks_for_updates ? 'system.update.none' : 'system.update.off')
          )}
        </dd>
      </dl>
    </SystemSection>
  )
}

/** The largest tables, with their indexes. */
export function LargestTables({ tables }: Pick<SystemStatus['sizes'], 'tables'>) {
  const { t } = useTranslation()
  return (
    <SystemSection title={t('system.tables')}>
      <SystemTable
        label={t('system.tables')}
        columns={[
          { label: t('system.table') },
          { label: t('system.table.rows'), isNumber: true },
          { label: t('system.table.size'), isNumber: true },
        ]}
        rows={
          tables?.map(({ name, rows, bytes }) => ({
            key: name,
            cells: [
              <span key="name" className="wrap-anywhere">
                {name}
              </span>,
              rows === null
                ? '–'
                : new Intl.NumberFormat(readerLocale(), { notation: 'compact' }).format(rows),
              byteSize(bytes),
            ],
          })) ?? null
        }
      />
    </SystemSection>
  )
}
