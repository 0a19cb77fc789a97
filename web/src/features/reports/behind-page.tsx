import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronRight, Download, EyeOff, MessagesSquare } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { behindWords, listName } from './behind-words.ts'
import { CountedRows } from './counted-rows.tsx'
import { csvPath } from './csv.ts'
import { Filters } from './filters.tsx'
import { reportPages } from './pages.ts'
import { behindAsked, behindQuery } from './queries.ts'
import { Behind, Scope } from './search.ts'
import { Failure } from './states.tsx'
import { useScope } from './use-scope.ts'
import { count } from './words.ts'

/** The conversations behind a number, newest first. */
export function BehindPage() {
  const { t } = useTranslation()
  const scoped = useScope()
  const { search } = useLocation()
  const behind = Behind.parse(search)
  const { asked, hours } = scoped
  const query = useInfiniteQuery(behindQuery(asked, behind))
  const head = query.data?.pages[0]
  const rows = query.data?.pages.flatMap(({ results }) => results) ?? []
  const title = listName(behind, t)
  const origin = reportPages.find(({ name }) => name === behind.of) ?? reportPages[0]
  return (
    <Page
      wide
      title={title}
      lead={behindWords(behind, scoped, t)}
      trail={
        <nav aria-label={t('reports.trail')} className="mb-1 flex items-center gap-1 text-ink-3">
          <Link to={origin.path} search={Scope.parse(search)} className="hover:text-ink hover:underline">
            {t(origin.label)}
          </Link>
          <ChevronRight size={13} aria-hidden />
        </nav>
      }
    >
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Filters scoped={scoped} />
        {rows.length > 0 && (
          <a
            href={csvPath('conversations', asked, behindAsked(asked, behind))}
            download
            className="inline-flex h-7.5 items-center gap-2 rounded-md border border-line-strong px-3 font-medium hover:bg-hover md:ml-auto"
          >
            <Download size={14} aria-hidden />
            {t('reports.csv')}
          </a>
        )}
      </div>
      {query.isPending && <Loading label={title} />}
      {query.isError && !query.data && <Failure query={query} />}
      {head && (
        <p role="status" className="mb-2 flex flex-wrap gap-x-4 text-ink-2 tabular-nums">
          <span>
            {t('reports.listed', {
              count: head.total,
              shown: `${count(head.total)}${head.total_is_estimate ? '+' : ''}`,
            })}
          </span>
          {head.hidden > 0 && (
            <span className="inline-flex items-center gap-1.5 text-ink-3">
              <EyeOff size={13} aria-hidden />
              {t('reports.hidden', { count: head.hidden })}
            </span>
          )}
        </p>
      )}
      {head && rows.length === 0 && (
        <EmptyState icon={MessagesSquare} title={t('reports.behind.none')}>
          {t(head.hidden > 0 ? 'reports.behind.hidden' : 'reports.none.text')}
        </EmptyState>
      )}
      {rows.length > 0 && <CountedRows label={title} rows={rows} hours={behind.bar_hours ?? hours} />}
      {query.hasNextPage && (
        <Button
          className="mt-4"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('reports.more')}
        </Button>
      )}
    </Page>
  )
}

function Loading({ label }: { label: string }) {
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
