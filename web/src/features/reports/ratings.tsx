import type { Satisfaction } from '@parley/contract/reports'
import { useTranslation } from 'react-i18next'
import { BehindLink } from './behind.tsx'
import { Bars } from './charts/bars.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { count } from './words.ts'

/** How many gave each rating. */
export function Ratings({
  csat,
  failure,
  dim,
}: {
  csat: Satisfaction | undefined
  failure?: string | undefined
  dim: boolean
}) {
  const { t } = useTranslation()
  const title = t('reports.ratings')
  return (
    <ChartCard
      title={title}
      definition={t('report.definition.csat_answered')}
      pending={!csat && !failure}
      failure={csat ? null : failure}
      empty={csat?.answered === 0 && t('reports.ratings.none')}
      dim={dim}
    >
      <Bars
        label={title}
        lines={[5, 4, 3, 2, 1].map((rating) => {
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
                <BehindLink
                  behind={{ measure: 'csat_answered', rating }}
                  label={t('reports.show_behind', { value: count(value), measure: name })}
                >
                  {count(value)}
                </BehindLink>
              ),
          }
        })}
      />
    </ChartCard>
  )
}
