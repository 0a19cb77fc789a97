import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { ARROW_STOP } from './arrow-key-navigation.ts'

type Query = {
  isLoading: boolean
  isPlaceholderData: boolean
  hasNextPage?: boolean
  error: Error | null
  refetch: () => unknown
}

/** A heading with a count ("20+" while there is more), the rows, and a footer. */
export function ResultSection({
  title,
  query,
  count,
  after,
  children,
}: {
  title: string
  query: Query
  count: number
  after?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation()
  const id = useId()
  if (count === 0 && !query.isLoading && !query.error && !query.hasNextPage) return null
  return (
    <section aria-labelledby={id} aria-busy={query.isLoading || query.isPlaceholderData} className="mb-6">
      <h2 id={id} className="flex items-baseline gap-2 px-3 pb-1 font-semibold">
        {title}
        {!query.isLoading && !query.error && (
          <span className="text-xs font-medium text-ink-3 tabular-nums">
            {count}
            {query.hasNextPage && '+'}
          </span>
        )}
      </h2>
      {query.error ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-3 py-2 text-bad">
          <span className="min-w-0 flex-1">{query.error.message}</span>
          <Button onClick={() => void query.refetch()} {...ARROW_STOP}>
            {t('ui.retry')}
          </Button>
        </div>
      ) : query.isLoading ? (
        <ResultSkeleton />
      ) : (
        <div className={query.isPlaceholderData ? 'opacity-60' : undefined}>{children}</div>
      )}
      {!query.error && after}
    </section>
  )
}

const ResultSkeleton = () =>
  ['w-1/2', 'w-2/3', 'w-2/5'].map((width) => (
    <div key={width} className="flex gap-3 px-3 py-2.5">
      <Skeleton className="size-7" round />
      <div className="flex-1 space-y-2 pt-1">
        <Skeleton className={`h-3 ${width}`} />
        <Skeleton className="h-3 w-4/5" />
      </div>
    </div>
  ))
