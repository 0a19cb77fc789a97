import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { EmptyState } from '../ui/display/empty-state.tsx'
import { ErrorState } from '../ui/display/error-state.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { Page } from '../ui/layout/page.tsx'

/** Loads the entity that a page is about; shows a not-found page if it was deleted. */
export function EntityPage<T>({
  query,
  parent,
  children,
}: {
  query: UseQueryResult<T>
  /** The list that the entity belongs to. */
  parent: { to: string; label: string }
  children: (entity: T) => ReactNode
}) {
  const { t } = useTranslation()
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <LoadingSkeleton />
  if (query.error instanceof ApiError && query.error.status === 404) return <EntityNotFound parent={parent} />
  return (
    <ErrorState
      title={t('entity.error')}
      message={query.error?.message}
      reference={query.error instanceof ApiError ? query.error.request_id : null}
      onRetry={() => void query.refetch()}
    />
  )
}

/** The entity was deleted or never existed. */
export function EntityNotFound({ parent }: { parent: { to: string; label: string } }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      heading="h1"
      icon={SearchX}
      title={t('entity.gone.title')}
      action={
        <Link to={parent.to} className="font-medium text-accent-text hover:underline">
          {t('entity.gone.back', { list: parent.label })}
        </Link>
      }
    >
      {t('entity.gone.text')}
    </EmptyState>
  )
}

function LoadingSkeleton() {
  const { t } = useTranslation()
  return (
    <Page title={<Skeleton className="h-6 w-48" />}>
      <div aria-busy role="status" aria-label={t('entity.loading')} className="space-y-5 border-t pt-6">
        {[60, 80, 45].map((width) => (
          <div key={width} style={{ width: `${width}%` }}>
            <Skeleton className="h-8 w-full" />
          </div>
        ))}
      </div>
    </Page>
  )
}
