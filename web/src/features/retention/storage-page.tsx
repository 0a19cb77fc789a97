import { getStorageUse, type StorageUse } from '@parley/contract/retention/retention'
import { useQuery } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { DataTabs } from '../../admin/data-tabs.tsx'
import { EntityPage } from '../../admin/entity-page.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { fullDate } from '../../format/date-time.tsx'
import { fileSize } from '../../format/file-size.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'

type Inbox = StorageUse['inboxes'][number]
const parts = ['body_bytes', 'file_bytes', 'email_bytes'] as const
const colors = { body_bytes: 'bg-chart-1', file_bytes: 'bg-chart-2', email_bytes: 'bg-ink-3' }
const totalOf = (inbox: Inbox) => parts.reduce((sum, part) => sum + inbox[part], 0)

/** How much each inbox stores, and how the whole grows. */
export function StoragePage() {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: [...queryKeys.retention, 'storage'],
    queryFn: ({ signal }) => call(getStorageUse, { signal }),
  })
  return (
    <EntityPage query={query} parent={{ to: '/admin/data', label: t('admin.data') }}>
      {(use) => (
        <Page title={t('admin.data')} lead={t('storage.lead')}>
          <DataTabs />
          {use.day === null ? (
            <EmptyState icon={HardDrive} title={t('storage.empty.title')}>
              {t('storage.empty.text')}
            </EmptyState>
          ) : (
            <Report use={use} day={use.day} />
          )}
        </Page>
      )}
    </EntityPage>
  )
}

function Report({ use, day }: { use: StorageUse; day: string }) {
  const { t } = useTranslation()
  const largest = Math.max(1, ...use.inboxes.map(totalOf))
  return (
    <div className="space-y-8 pt-6">
      <section aria-label={t('storage.by_inbox')}>
        <h2 className="text-md font-semibold">{t('storage.by_inbox')}</h2>
        <p className="mt-0.5 text-ink-3">{t('storage.counted', { date: fullDate(`${day}T00:00:00Z`) })}</p>
        <ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
          {parts.map((part) => (
            <li key={part} className="flex items-center gap-1.5">
              <span aria-hidden className={`size-2.5 rounded-sm ${colors[part]}`} />
              {t(`storage.${part}`)}
            </li>
          ))}
        </ul>
        <ul className="mt-4 space-y-4">
          {use.inboxes.map((inbox) => (
            <li key={inbox.inbox_id}>
              <p className="flex justify-between gap-4">
                <span className="truncate font-medium">{inbox.name}</span>
                <span className="whitespace-nowrap tabular-nums">{fileSize(totalOf(inbox))}</span>
              </p>
              <div aria-hidden className="mt-1 flex h-3 overflow-hidden rounded-sm bg-hover">
                {parts.map((part) => (
                  <span
                    key={part}
                    className={colors[part]}
                    style={{ width: `${(inbox[part] / largest) * 100}%` }}
                  />
                ))}
              </div>
              <p className="mt-1 text-xs text-ink-3 tabular-nums">
                {t('storage.conversations', { count: inbox.conversations })} ·{' '}
                {parts.map((part) => `${t(`storage.${part}`)} ${fileSize(inbox[part])}`).join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      </section>
      {use.history.length > 1 && <Growth history={use.history} />}
    </div>
  )
}

/** One bar a day. */
function Growth({ history }: { history: StorageUse['history'] }) {
  const { t } = useTranslation()
  const largest = Math.max(1, ...history.map(({ bytes }) => bytes))
  const [first, last] = [history[0], history.at(-1)]
  return (
    <section aria-label={t('storage.growth')}>
      <h2 className="text-md font-semibold">{t('storage.growth')}</h2>
      <p className="mt-0.5 text-ink-3">
        {first && last && t('storage.grown', { from: fileSize(first.bytes), to: fileSize(last.bytes) })}
      </p>
      <div aria-hidden className="mt-3 flex h-32 items-end gap-px border-b">
        {history.map(({ day, bytes }) => (
          <span
            key={day}
            className="max-w-6 min-w-px flex-1 bg-chart-1"
            style={{ height: `${(bytes / largest) * 100}%` }}
          />
        ))}
      </div>
    </section>
  )
}
