import { type ContactExport, listContactExports, listErasures } from '@parley/contract/privacy/privacy'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTabs } from '../../admin/data-tabs.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { fullDate, RelativeTime } from '../../format/date-time.tsx'
import { fileSize } from '../../format/file-size.ts'
import { useMe } from '../../session/use-me.ts'
import { Page, PageSection } from '../../ui/layout/page.tsx'
import { ErasureItem } from './erasure-item.tsx'

const linkClass = 'font-medium text-accent-text hover:underline'
/** Progress isn't pushed. */
const polling = { refetchInterval: 10_000 }

/** Erasures with their reports, and exports of contacts. Both are started on the page of a contact. */
export function PrivacyPage() {
  const { t } = useTranslation()
  const erasures = useQuery({
    queryKey: queryKeys.erasures,
    queryFn: ({ signal }) => call(listErasures, { signal }),
    ...polling,
  })
  const exports = useQuery({
    queryKey: queryKeys.contactExports,
    queryFn: ({ signal }) => call(listContactExports, { signal }),
    ...polling,
  })
  return (
    <Page title={t('admin.data')} lead={t('privacy.lead')}>
      <DataTabs />
      <div className="-mt-px">
        <PageSection title={t('privacy.erasures')} help={t('privacy.erasures.help')}>
          {erasures.data?.length === 0 && <p className="text-ink-3">{t('privacy.erasures.none')}</p>}
          <ul className="space-y-4">
            {(erasures.data ?? []).map((erasure) => (
              <ErasureItem key={erasure.id} erasure={erasure} />
            ))}
          </ul>
          {(erasures.data?.length ?? 0) > 0 && (
            <p className="mt-4 text-ink-3">
              {t('privacy.list.help')}{' '}
              <a className={linkClass} href="/api/v1/privacy/erasure-list" download>
                {t('privacy.list.download')}
              </a>
            </p>
          )}
        </PageSection>
        <PageSection title={t('privacy.exports')} help={t('privacy.exports.help')}>
          {exports.data?.length === 0 && <p className="text-ink-3">{t('privacy.exports.none')}</p>}
          <ul className="space-y-3">
            {(exports.data ?? []).map((one) => (
              <ExportItem key={one.id} one={one} />
            ))}
          </ul>
        </PageSection>
      </div>
    </Page>
  )
}

function ExportItem({ one }: { one: ContactExport }) {
  const { t } = useTranslation()
  const me = useMe()
  const isMine = one.requested_by_id === me.id
  return (
    <li>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span dir="auto" className="min-w-0 font-medium wrap-anywhere">
          {one.contact}
        </span>
        {one.state === 'ready' && isMine && (
          <a className={linkClass} href={`/api/v1/privacy/exports/${one.id}/file`} download>
            {t('privacy.export.download', { size: fileSize(one.size ?? 0) })}
          </a>
        )}
      </p>
      <p className="text-xs text-ink-3">
        {one.requested_by} · <RelativeTime at={one.requested_at} /> ·{' '}
        {one.state === 'ready' && one.expires_at
          ? t('privacy.export.until', { date: fullDate(one.expires_at) })
          : (one.failure ?? t(`privacy.export.${one.state}`))}
      </p>
    </li>
  )
}
