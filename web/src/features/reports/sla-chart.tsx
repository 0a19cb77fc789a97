import { slaMeasure } from '@parley/contract/report-measures'
import type { SlaMetric } from '@parley/contract/sla-metrics'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BehindLink, LIST, useBehind } from './behind.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { FiguresTable } from './charts/figures-table.tsx'
import { BarChart } from './charts/lazy-charts.tsx'
import { csvPath } from './csv.ts'
import { countsOf, placesOf, sumOf } from './points.ts'
import { seriesQuery } from './queries.ts'
import type { Scoped } from './use-scope.ts'
import { count } from './words.ts'

/** Promises of one kind over time, kept and broken. */
export function SlaChart({ scoped: { asked }, metric }: { scoped: Scoped; metric: SlaMetric }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const to = useBehind()
  const { data, isPending, error, isPlaceholderData } = useQuery(seriesQuery(asked, false))
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
  const places = data ? placesOf(data, t) : []
  const points = data?.points ?? []
  return (
    <ChartCard
      title={title}
      definition={t(`report.definition.sla_${metric}`)}
      legend={kinds}
      csv={csvPath('series', asked, { by: data?.by })}
      pending={isPending}
      failure={data ? null : error?.message}
      empty={
        data &&
        sumOf(
          data,
          kinds.map(({ measure }) => measure),
        ) === 0 &&
        t('reports.sla.none')
      }
      dim={isPlaceholderData}
      table={
        data && (
          <FiguresTable
            label={title}
            corner={t(`reports.by.${data.by}`)}
            heads={kinds.map(({ label }) => label)}
            rows={points.map(({ start, end }, index) => ({
              key: start,
              head: places[index]?.title,
              cells: kinds.map(({ measure }) => {
                const value = data.counts[measure]?.[index] ?? 0
                if (value === 0) return '0'
                return (
                  <BehindLink key={measure} behind={{ measure, since: start, until: end }}>
                    {count(value)}
                  </BehindLink>
                )
              }),
            }))}
          />
        )
      }
    >
      <BarChart
        label={title}
        places={places}
        series={kinds.map((kind) => ({ ...kind, values: data ? countsOf(data, kind.measure) : [] }))}
        worded={count}
        onPick={(index) => {
          const point = points[index]
          if (!point) return
          // What went wrong is what one wants to see.
          const measure = slaMeasure(
            metric,
            (data?.counts[slaMeasure(metric, 'breached')]?.[index] ?? 0) > 0 ? 'breached' : 'met',
          )
          void navigate({ to: LIST, search: to({ measure, since: point.start, until: point.end }) })
        }}
      />
    </ChartCard>
  )
}
