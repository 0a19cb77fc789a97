import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { ErrorState } from '../../ui/display/error-state.tsx'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'

type LogPageData<Row> = { results: Row[]; total_pages: number; total_is_estimate: boolean }

/** A page of an append-only log, newest first, with its loading, error and empty states and its pagination. */
export function LogList<Row>({
  title,
  query,
  page,
  onPageChange,
  empty,
  children,
}: {
  title: string
  query: UseQueryResult<LogPageData<Row>>
  /** Starts at 1. */
  page: number
  onPageChange: (page: number) => void
  empty: ReactNode
  children: (rows: Row[]) => ReactNode
}) {
  const { t } = useTranslation()
  const { data, error } = query
  if (query.isPending) return <Loading title={title} />
  if (!data)
    return (
      <ErrorState
        title={t('entities.error', { title })}
        message={error?.message ?? ''}
        reference={error instanceof ApiError ? error.request_id : null}
        onRetry={() => void query.refetch()}
      />
    )
  const pages = Math.max(1, data.total_pages)
  // An old URL, or entries that have expired since: past the end there must be a way back.
  const isPastEnd = page > pages
  return (
    <>
      {data.results.length === 0 && !isPastEnd ? empty : children(data.results)}
      {(pages > 1 || isPastEnd) && (
        <nav
          aria-label={t('log.pages')}
          className="mt-4 flex items-center justify-end gap-2 text-ink-3 tabular-nums"
        >
          <span className="mr-1">
            {t('log.page', { page, pages, more: data.total_is_estimate ? '+' : '' })}
          </span>
          <Button disabled={page <= 1} onClick={() => onPageChange(Math.min(page - 1, pages))}>
            {t('log.newer')}
          </Button>
          <Button disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
            {t('log.older')}
          </Button>
        </nav>
      )}
    </>
  )
}

function Loading({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <div role="status" aria-busy aria-label={t('entities.loading', { title })}>
      {[62, 48, 70, 55].map((width) => (
        <div key={width} className="flex h-14 items-center border-t px-3" style={{ width: `${width}%` }}>
          <Skeleton className="h-3 w-full" />
        </div>
      ))}
    </div>
  )
}
