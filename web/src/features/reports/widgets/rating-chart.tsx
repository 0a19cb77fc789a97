import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { LineChart } from '../../../charts/lazy-charts.tsx'
import { csvPath } from '../data/csv-path.ts'
import { formatCount, formatDecimal } from '../data/report-format.ts'
import { seriesQuery } from '../data/report-queries.ts'
import { countsFor, toAxisPoints } from '../data/series-points.ts'
import { DrilldownLink } from '../drilldown/drilldown-link.tsx'
import type { ReportContext } from '../scope/use-report-context.ts'

const MAX_RATING = 5

/** The average rating over time. */
export function RatingChart({ report: { params } }: { report: ReportContext }) {
  const { t } = useTranslation()
  const { data, isPending, error, isPlaceholderData } = useQuery(seriesQuery(params, false))
  const title = t(`reports.ratings.${data?.by ?? 'day'}`)
  const axisPoints = data ? toAxisPoints(data, t) : []
  const points = data?.points ?? []
  const answered = data ? countsFor(data, 'csat_answered') : []
  const averages = answered.map((count, index) => (count ? (data?.rating_sums[index] ?? 0) / count : null))
  return (
    <ChartCard
      title={title}
      definition={t('report.definition.csat_average')}
      csv={csvPath('series', params, { by: data?.by })}
      isPending={isPending}
      errorText={data ? null : error?.message}
      emptyText={data && answered.every((value) => value === 0) && t('reports.ratings.none')}
      isStale={isPlaceholderData}
      table={
        data && (
          <ChartTable
            label={title}
            cornerLabel={t(`reports.by.${data.by}`)}
            columnLabels={[t('report.measure.csat_average'), t('report.measure.csat_answered')]}
            rows={points.map(({ start, end }, index) => {
              const average = averages[index] ?? null
              const value = formatCount(answered[index] ?? 0)
              return {
                key: start,
                head: axisPoints[index]?.title,
                cells: [
                  average === null ? '–' : formatDecimal(average),
                  average === null ? (
                    '0'
                  ) : (
                    <DrilldownLink
                      key="answered"
                      drilldown={{ measure: 'csat_answered', since: start, until: end }}
                    >
                      {value}
                    </DrilldownLink>
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
        axisPoints={axisPoints}
        series={[
          { key: 'average', label: t('report.measure.csat_average'), tone: 'accent', values: averages },
        ]}
        formatValue={formatDecimal}
        formatAxisValue={formatCount}
        maxValue={MAX_RATING}
      />
    </ChartCard>
  )
}
