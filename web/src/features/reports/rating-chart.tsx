import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BehindLink } from './behind.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { FiguresTable } from './charts/figures-table.tsx'
import { LineChart } from './charts/lazy-charts.tsx'
import { csvPath } from './csv.ts'
import { countsOf, placesOf } from './points.ts'
import { seriesQuery } from './queries.ts'
import type { Scoped } from './use-scope.ts'
import { count, decimal } from './words.ts'

const BEST = 5

/** The average rating over time. */
export function RatingChart({ scoped: { asked } }: { scoped: Scoped }) {
  const { t } = useTranslation()
  const { data, isPending, error, isPlaceholderData } = useQuery(seriesQuery(asked, false))
  const title = t(`reports.ratings.${data?.by ?? 'day'}`)
  const places = data ? placesOf(data, t) : []
  const points = data?.points ?? []
  const answered = data ? countsOf(data, 'csat_answered') : []
  const averages = answered.map((count, index) => (count ? (data?.rating_sums[index] ?? 0) / count : null))
  return (
    <ChartCard
      title={title}
      definition={t('report.definition.csat_average')}
      csv={csvPath('series', asked, { by: data?.by })}
      pending={isPending}
      failure={data ? null : error?.message}
      empty={data && answered.every((value) => value === 0) && t('reports.ratings.none')}
      dim={isPlaceholderData}
      table={
        data && (
          <FiguresTable
            label={title}
            corner={t(`reports.by.${data.by}`)}
            heads={[t('report.measure.csat_average'), t('report.measure.csat_answered')]}
            rows={points.map(({ start, end }, index) => {
              const average = averages[index] ?? null
              const value = count(answered[index] ?? 0)
              return {
                key: start,
                head: places[index]?.title,
                cells: [
                  average === null ? '–' : decimal(average),
                  average === null ? (
                    '0'
                  ) : (
                    <BehindLink
                      key="answered"
                      behind={{ measure: 'csat_answered', since: start, until: end }}
                    >
                      {value}
                    </BehindLink>
                  ),
                ],
              }
            })}
          />
        )
      }
    >
      <LineChart
        label={title}
        places={places}
        series={[
          { key: 'average', label: t('report.measure.csat_average'), tone: 'accent', values: averages },
        ]}
        worded={decimal}
        onAxis={count}
        most={BEST}
      />
    </ChartCard>
  )
}
