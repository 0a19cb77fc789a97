import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'

/** A section of the overview, with a heading. */
export function OverviewSection({
  title,
  more,
  children,
}: {
  title: string
  /** Link to the full page. */
  more?: { to: string; label: string }
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-md font-semibold">
          {title}
        </h2>
        {more && (
          <Link to={more.to} className="font-medium text-accent-text underline-offset-2 hover:underline">
            {more.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}

/** The loading or error state of a section. */
export function SectionLoading({ query }: { query: { error: Error | null; refetch: () => unknown } }) {
  const { t } = useTranslation()
  if (query.error)
    return (
      <ErrorState
        title={t('overview.failed')}
        message={query.error.message}
        onRetry={() => void query.refetch()}
      />
    )
  return <Skeleton className="h-12 w-full" />
}
