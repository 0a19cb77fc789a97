import type { Satisfaction } from '@parley/contract/reports/reports'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { HorizontalBars } from '../../../charts/horizontal-bars.tsx'
import { formatCount } from '../data/report-format.ts'
import { DrilldownLink } from '../drilldown/drilldown-link.tsx'

/** The number of answers per rating. */
export function RatingDistribution({
  csat,
  errorText,
  isStale,
}: {
  csat: Satisfaction | undefined
  errorText?: string | undefined
  isStale: boolean
}) {
  const { t } = useTranslation()
  const title = t('reports.ratings')
  return (
    <ChartCard
      title={title}
      definition={t('report.definition.csat_answered')}
      isPending={!csat && !errorText}
      errorText={csat ? null : errorText}
      emptyText={csat?.answered === 0 && t('reports.ratings.none')}
      isStale={isStale}
    >
      <HorizontalBars
        label={title}
        rows={[5, 4, 3, 2, 1].map((rating) => {
          const value = csat?.distribution[rating - 1] ?? 0
          const name = t('reports.rating', { count: rating })
          return {
            key: String(rating),
            label: name,
            parts: [{ tone: 'accent', value }],
            end:
              value === 0 ? (
                '0'
              ) : (
                <DrilldownLink
                  drilldown={{ measure: 'csat_answered', rating }}
                  label={t('reports.show_behind', { value: formatCount(value), measure: name })}
                >
                  {formatCount(value)}
                </DrilldownLink>
              ),
          }
        })}
      />
    </ChartCard>
  )
}
