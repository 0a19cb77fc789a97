import { exportActivityLogs, listActivityLogs } from '@parley/contract/activity-log/activity-log'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LogList } from '../../admin/list/log-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { requestPath } from '../../api/request-path.ts'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityRows } from './activity-rows.tsx'
import { type LogFilters, noFilters, toFilterConditions } from './log-filters.ts'

const PAGE_SIZE = 30

/** Who changed what, and who signed in. Entries can't be edited. */
export function ActivityLogPage() {
  const { t } = useTranslation()
  const [logFilters, setLogFilters] = useState<LogFilters>(noFilters)
  const [page, setPage] = useState(1)
  const filters = JSON.stringify(toFilterConditions(logFilters))
  const query = useQuery({
    queryKey: queryKeys.activityLog({ filters, page }),
    queryFn: ({ signal }) =>
      call(listActivityLogs, {
        signal,
        query: { page: String(page), page_size: String(PAGE_SIZE), filters },
      }),
    placeholderData: keepPreviousData,
    // Anyone's actions add entries; refetched on each visit.
    staleTime: 0,
  })
  const isFiltered = filters !== '[]'
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
        filters={logFilters}
        onChange={(next) => {
          setLogFilters(next)
          setPage(1)
        }}
      />
      <LogList
        title={t('admin.activity_log')}
        query={query}
        page={page}
        onPageChange={setPage}
        empty={
          <EmptyState
            icon={ScrollText}
            title={t(isFiltered ? 'activity.none.title' : 'activity.empty.title')}
            action={
              isFiltered && <Button onClick={() => setLogFilters(noFilters)}>{t('activity.show_all')}</Button>
            }
          >
            {t(isFiltered ? 'activity.none.text' : 'activity.empty.text')}
          </EmptyState>
        }
      >
        {(entries) => <ActivityRows entries={entries} />}
      </LogList>
    </Page>
  )
}
