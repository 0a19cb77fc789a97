import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronRight, Download, EyeOff, MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { loadMore } from '../../../api/load-more.ts'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { csvPath } from '../data/csv-path.ts'
import { formatCount } from '../data/report-format.ts'
import { drilldownQuery, toDrilldownParams } from '../data/report-queries.ts'
import { reportPages } from '../report-pages.ts'
import { ReportFilters } from '../scope/report-filters.tsx'
import { Drilldown, ReportScope } from '../scope/report-search.ts'
import { useReportContext } from '../scope/use-report-context.ts'
import { ReportError } from '../widgets/report-states.tsx'
import { DrilldownRows } from './drilldown-rows.tsx'
import { drilldownDescription, drilldownTitle } from './drilldown-text.ts'

/** The conversations behind a number, newest first. */
export function DrilldownPage() {
  const { t } = useTranslation()
  const report = useReportContext()
  const { search } = useLocation()
  const drilldown = Drilldown.parse(search)
  const { params, hours } = report
  const query = useInfiniteQuery(drilldownQuery(params, drilldown))
  const firstPage = query.data?.pages[0]
  const rows = query.data?.pages.flatMap(({ results }) => results) ?? []
  const title = drilldownTitle(drilldown, t)
  const origin = reportPages.find(({ name }) => name === drilldown.of) ?? reportPages[0]
  return (
    <Page
      wide
      title={title}
      lead={drilldownDescription(drilldown, report, t)}
      breadcrumb={
        <nav aria-label={t('reports.trail')} className="mb-1 flex items-center gap-1 text-ink-3">
          <Link
            to={origin.path}
            search={ReportScope.parse(search)}
            className="hover:text-ink hover:underline"
          >
            {t(origin.label)}
          </Link>
          <ChevronRight size={13} aria-hidden />
        </nav>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <ReportFilters report={report} />
        {rows.length > 0 && (
          <a
            href={csvPath('conversations', params, toDrilldownParams(params, drilldown))}
            download
            className="inline-flex h-7.5 items-center gap-2 rounded-md border border-line-strong px-3 font-medium hover:bg-hover md:ml-auto"
          >
            <Download size={14} aria-hidden />
            {t('reports.csv')}
          </a>
        )}
      </div>
      {query.isPending && <DrilldownSkeleton label={title} />}
      {query.isError && !query.data && <ReportError query={query} />}
      {firstPage && (
        <p role="status" className="mb-2 flex flex-wrap gap-x-4 text-ink-2 tabular-nums">
          <span>
            {t('reports.listed', {
              count: firstPage.total,
              shown: `${formatCount(firstPage.total)}${firstPage.total_is_estimate ? '+' : ''}`,
            })}
          </span>
          {firstPage.hidden > 0 && (
            <span className="inline-flex items-center gap-1.5 text-ink-3">
              <EyeOff size={13} aria-hidden />
              {t('reports.hidden', { count: firstPage.hidden })}
            </span>
          )}
        </p>
      )}
      {firstPage && rows.length === 0 && (
        <EmptyState icon={MessagesSquare} title={t('reports.behind.none')}>
          {t(firstPage.hidden > 0 ? 'reports.behind.hidden' : 'reports.none.text')}
        </EmptyState>
      )}
      {rows.length > 0 && <DrilldownRows label={title} rows={rows} hours={drilldown.bar_hours ?? hours} />}
      {query.hasNextPage && (
        <Button className="mt-4" loading={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
          {t('reports.more')}
        </Button>
      )}
    </Page>
  )
}

function DrilldownSkeleton({ label }: { label: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy aria-label={t('entities.loading', { title: label })}>
      {[62, 48, 70, 55].map((width) => (
        <div key={width} className="flex h-14 items-center border-t px-3" style={{ width: `${width}%` }}>
          <Skeleton className="h-3 w-full" />
        </div>
      ))}
    </div>
  )
}
