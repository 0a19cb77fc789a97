import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { CountedRows } from './counted-rows.tsx'
import { csvPath } from './csv.ts'
import { behindQuery } from './queries.ts'
import type { Asked } from './use-scope.ts'

const answered = { measure: 'csat_answered' } as const

/** What customers answered, each with its conversation. */
export function Answers({ asked }: { asked: Asked }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(behindQuery(asked, answered))
  const pages = query.data?.pages ?? []
  const rows = pages.flatMap(({ results }) => results)
  const hidden = pages[0]?.hidden ?? 0
  return (
    <ChartCard
      title={t('reports.answers')}
      definition={t('report.definition.csat_answered')}
      csv={csvPath('conversations', asked, answered)}
      pending={query.isPending}
      failure={query.data ? null : query.error?.message}
      empty={query.data && rows.length === 0 && hidden === 0 && t('reports.ratings.none')}
    >
      <CountedRows label={t('reports.answers')} rows={rows} hours="wall" />
      {hidden > 0 && <p className="mt-2 text-ink-3">{t('reports.hidden', { count: hidden })}</p>}
      {query.hasNextPage && (
        <Button
          className="mt-3"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('reports.more')}
        </Button>
      )}
    </ChartCard>
  )
}
