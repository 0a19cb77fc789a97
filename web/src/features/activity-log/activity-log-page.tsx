import { exportActivityLogs, listActivityLogs } from '@parley/contract/activity-log'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LogList } from '../../admin/log-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { requestPath } from '../../api/request-path.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityRows } from './activity-rows.tsx'
import { everything, filterRows, type Narrowing } from './narrowing.ts'

const PAGE_SIZE = 30

/** Who changed what, and who signed in. Nobody can change it. */
export function ActivityLogPage() {
  const { t } = useTranslation()
  const [narrowing, setNarrowing] = useState<Narrowing>(everything)
  const [page, setPage] = useState(1)
  const filters = JSON.stringify(filterRows(narrowing))
  const query = useQuery({
    queryKey: keys.activityLog({ filters, page }),
    queryFn: ({ signal }) =>
      call(listActivityLogs, {
        signal,
        query: { page: String(page), page_size: String(PAGE_SIZE), filters },
      }),
    placeholderData: keepPreviousData,
    // It grows with whatever anybody does; each visit asks again.
    staleTime: 0,
  })
  const isNarrowed = filters !== '[]'
  return (
    <Page
      title={t('admin.activity_log')}
      lead={t('activity.lead')}
      actions={
        <a
          href={requestPath(exportActivityLogs.path, {}, { filters })}
          download
          className="inline-flex h-7.5 shrink-0 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 font-medium whitespace-nowrap hover:bg-hover"
        >
          <Download size={14} aria-hidden />
          {t('activity.export')}
        </a>
      }
    >
      <ActivityFilters
        narrowing={narrowing}
        onChange={(next) => {
          setNarrowing(next)
          setPage(1)
        }}
      />
      <LogList
        title={t('admin.activity_log')}
        query={query}
        page={page}
        onPage={setPage}
        empty={
          <EmptyState
            icon={ScrollText}
            title={t(isNarrowed ? 'activity.none.title' : 'activity.empty.title')}
            action={
              isNarrowed && <Button onClick={() => setNarrowing(everything)}>{t('activity.show_all')}</Button>
            }
          >
            {t(isNarrowed ? 'activity.none.text' : 'activity.empty.text')}
          </EmptyState>
        }
      >
        {(entries) => <ActivityRows entries={entries} />}
      </LogList>
    </Page>
  )
}
