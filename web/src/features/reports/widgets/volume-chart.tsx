import type { ReportSeries } from '@parley/contract/reports/reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { LineChart } from '../../../charts/lazy-charts.tsx'
import type { Series } from '../../../charts/series.ts'
import { csvPath } from '../data/csv-path.ts'
import { formatCount } from '../data/report-format.ts'
import { seriesQuery } from '../data/report-queries.ts'
import { countsFor, previousPointIndexes, toAxisPoints, totalFor } from '../data/series-points.ts'
import { DRILLDOWN_PATH, DrilldownLink, useDrilldownSearch } from '../drilldown/drilldown-link.tsx'
import type { ReportContext } from '../scope/use-report-context.ts'

const measures = ['new', 'resolved'] as const

/** New and resolved conversations over time, compared with the previous period. */
export function VolumeChart({
  report: { params, isComparing },
  className,
}: {
  report: ReportContext
  className?: string
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const drilldownSearch = useDrilldownSearch()
  const { data, isPending, error, isPlaceholderData } = useQuery(seriesQuery(params, isComparing))
  const series = data ? toSeries(data, t) : []
  const axisPoints = data ? toAxisPoints(data, t) : []
  const title = t(`reports.volume.${data?.by ?? 'day'}`)
  const table = data && (
    <ChartTable
      label={title}
      cornerLabel={t(`reports.by.${data.by}`)}
      columnLabels={measures.map((measure) => t(`report.measure.${measure}`))}
      rows={data.points.map(({ start, end }, index) => ({
        key: start,
        head: axisPoints[index]?.title,
        cells: measures.map((measure) => {
          const value = data.counts[measure]?.[index] ?? 0
          return value === 0 ? (
            '0'
          ) : (
            <DrilldownLink
              key={measure}
              drilldown={{ measure, since: start, until: end }}
              label={t('reports.show_behind', {
                value: formatCount(value),
                measure: `${t(`report.measure.${measure}`)}, ${axisPoints[index]?.title}`,
              })}
            >
              {formatCount(value)}
            </DrilldownLink>
          )
        }),
      }))}
    />
  )
  return (
    <ChartCard
      title={title}
      definition={t('reports.volume.definition')}
      legend={series.toSorted((a, b) => Number(a.ghost ?? false) - Number(b.ghost ?? false))}
      csv={csvPath('series', params, { by: data?.by, ...(isComparing && { compare: 'previous' }) })}
      table={table}
      isPending={isPending}
      errorText={data ? null : error?.message}
      emptyText={data && totalIncludingPrevious(data) === 0 && t('reports.none')}
      isStale={isPlaceholderData}
      className={className ?? ''}
    >
      <LineChart
        label={title}
        axisPoints={axisPoints}
        series={series}
        formatValue={formatCount}
        onSelect={(index) => {
          const point = data?.points[index]
          if (!point) return
          const drilldown = { measure: 'new', since: point.start, until: point.end } as const
          void navigate({ to: DRILLDOWN_PATH, search: drilldownSearch(drilldown) })
        }}
      />
    </ChartCard>
  )
}

const totalIncludingPrevious = (series: ReportSeries) =>
  totalFor(series, measures) + (series.previous ? totalFor(series.previous, measures) : 0)

function toSeries(series: ReportSeries, t: (key: string) => string): Series[] {
  const previousCounts = series.previous && countsFor(series.previous, 'new')
  const ghost: Series[] = previousCounts
    ? [
        {
          key: 'before',
          label: t('reports.volume.before'),
          tone: 'ghost',
          ghost: true,
          values: previousPointIndexes(series).map((index) =>
            index === undefined ? null : (previousCounts[index] ?? null),
          ),
        },
      ]
    : []
  return [
    ...ghost,
    {
      key: 'new',
      label: t('report.measure.new'),
      tone: 'accent',
      area: true,
      values: countsFor(series, 'new'),
    },
    {
      key: 'resolved',
      label: t('report.measure.resolved'),
      tone: 'good',
      values: countsFor(series, 'resolved'),
    },
  ]
}
