import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { loadMore } from '../../../api/load-more.ts'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { csvPath } from '../data/csv-path.ts'
import { drilldownQuery } from '../data/report-queries.ts'
import { DrilldownRows } from '../drilldown/drilldown-rows.tsx'
import type { ReportParams } from '../scope/use-report-context.ts'

const answeredSurveys = { measure: 'csat_answered' } as const

/** Survey answers with their conversations. */
export function CsatAnswers({ params }: { params: ReportParams }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery(drilldownQuery(params, answeredSurveys))
  const pages = query.data?.pages ?? []
  const rows = pages.flatMap(({ results }) => results)
  const hidden = pages[0]?.hidden ?? 0
  return (
    <ChartCard
      title={t('reports.answers')}
      definition={t('report.definition.csat_answered')}
      csv={csvPath('conversations', params, answeredSurveys)}
      isPending={query.isPending}
      errorText={query.data ? null : query.error?.message}
      emptyText={query.data && rows.length === 0 && hidden === 0 && t('reports.ratings.none')}
    >
      <DrilldownRows label={t('reports.answers')} rows={rows} hours="wall" />
      {hidden > 0 && <p className="mt-2 text-ink-3">{t('reports.hidden', { count: hidden })}</p>}
      {query.hasNextPage && (
        <Button className="mt-3" loading={query.isFetchingNextPage} onClick={() => void loadMore(query)}>
          {t('reports.more')}
        </Button>
      )}
    </ChartCard>
  )
}
