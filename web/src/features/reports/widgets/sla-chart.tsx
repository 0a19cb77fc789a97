import { slaMeasure } from '@parley/contract/reports/report-measures'
import type { SlaMetric } from '@parley/contract/sla/sla-metrics'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { BarChart } from '../../../charts/lazy-charts.tsx'
import { csvPath } from '../data/csv-path.ts'
import { formatCount } from '../data/report-format.ts'
import { seriesQuery } from '../data/report-queries.ts'
import { countsFor, toAxisPoints, totalFor } from '../data/series-points.ts'
import { DRILLDOWN_PATH, DrilldownLink, useDrilldownSearch } from '../drilldown/drilldown-link.tsx'
import type { ReportContext } from '../scope/use-report-context.ts'

/** Met and missed SLA targets of one kind over time. */
export function SlaChart({ report: { params }, metric }: { report: ReportContext; metric: SlaMetric }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const drilldownSearch = useDrilldownSearch()
  const { data, isPending, error, isPlaceholderData } = useQuery(seriesQuery(params, false))
  const title = t(`reports.sla.${metric}`)
  const kinds = [
    { key: 'met', label: t('reports.sla.met'), tone: 'good' as const, measure: slaMeasure(metric, 'met') },
    {
      key: 'breached',
      label: t('reports.sla.breached'),
      tone: 'bad' as const,
      measure: slaMeasure(metric, 'breached'),
    },
  ]
  const axisPoints = data ? toAxisPoints(data, t) : []
  const points = data?.points ?? []
  return (
    <ChartCard
      title={title}
      definition={t(`report.definition.sla_${metric}`)}
      legend={kinds}
      csv={csvPath('series', params, { by: data?.by })}
      isPending={isPending}
      errorText={data ? null : error?.message}
      emptyText={
        data &&
        totalFor(
          data,
          kinds.map(({ measure }) => measure),
        ) === 0 &&
        t('reports.sla.none')
      }
      isStale={isPlaceholderData}
      table={
        data && (
          <ChartTable
            label={title}
            cornerLabel={t(`reports.by.${data.by}`)}
            columnLabels={kinds.map(({ label }) => label)}
            rows={points.map(({ start, end }, index) => ({
              key: start,
              head: axisPoints[index]?.title,
              cells: kinds.map(({ measure }) => {
                const value = data.counts[measure]?.[index] ?? 0
                if (value === 0) return '0'
                return (
                  <DrilldownLink key={measure} drilldown={{ measure, since: start, until: end }}>
                    {formatCount(value)}
                  </DrilldownLink>
                )
              }),
            }))}
          />
        )
      }
    >
      <BarChart
        label={title}
        axisPoints={axisPoints}
        series={kinds.map((kind) => ({ ...kind, values: data ? countsFor(data, kind.measure) : [] }))}
        formatValue={formatCount}
        onSelect={(index) => {
          const point = points[index]
          if (!point) return
          // Prefer the missed ones.
          const measure = slaMeasure(
            metric,
            (data?.counts[slaMeasure(metric, 'breached')]?.[index] ?? 0) > 0 ? 'breached' : 'met',
          )
          void navigate({
            to: DRILLDOWN_PATH,
            search: drilldownSearch({ measure, since: point.start, until: point.end }),
          })
        }}
      />
    </ChartCard>
  )
}
