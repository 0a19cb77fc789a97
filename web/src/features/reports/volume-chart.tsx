import type { ReportSeries } from '@parley/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BehindLink, LIST, useBehind } from './behind.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { FiguresTable } from './charts/figures-table.tsx'
import { LineChart } from './charts/lazy-charts.tsx'
import type { Series } from './charts/series.ts'
import { csvPath } from './csv.ts'
import { countsOf, placesBefore, placesOf, sumOf } from './points.ts'
import { seriesQuery } from './queries.ts'
import type { Scoped } from './use-scope.ts'
import { count } from './words.ts'

const measures = ['new', 'resolved'] as const

/** New and resolved conversations over time, with the new ones of the days before. */
export function VolumeChart({
  scoped: { asked, compares },
  className,
}: {
  scoped: Scoped
  className?: string
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const to = useBehind()
  const { data, isPending, error, isPlaceholderData } = useQuery(seriesQuery(asked, compares))
  const series = data ? linesOf(data, t) : []
  const places = data ? placesOf(data, t) : []
  const title = t(`reports.volume.${data?.by ?? 'day'}`)
  const table = data && (
    <FiguresTable
      label={title}
      corner={t(`reports.by.${data.by}`)}
      heads={measures.map((measure) => t(`report.measure.${measure}`))}
      rows={data.points.map(({ start, end }, index) => ({
        key: start,
        head: places[index]?.title,
        cells: measures.map((measure) => {
          const value = data.counts[measure]?.[index] ?? 0
          return value === 0 ? (
            '0'
          ) : (
            <BehindLink
              key={measure}
              behind={{ measure, since: start, until: end }}
              label={t('reports.show_behind', {
                value: count(value),
                measure: `${t(`report.measure.${measure}`)}, ${places[index]?.title}`,
              })}
            >
              {count(value)}
            </BehindLink>
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
      csv={csvPath('series', asked, { by: data?.by, ...(compares && { compare: 'previous' }) })}
      table={table}
      pending={isPending}
      failure={data ? null : error?.message}
      empty={data && countedIn(data) === 0 && t('reports.none')}
      dim={isPlaceholderData}
      className={className ?? ''}
    >
      <LineChart
        label={title}
        places={places}
        series={series}
        worded={count}
        onPick={(index) => {
          const point = data?.points[index]
          if (!point) return
          const behind = { measure: 'new', since: point.start, until: point.end } as const
          void navigate({ to: LIST, search: to(behind) })
        }}
      />
    </ChartCard>
  )
}

const countedIn = (series: ReportSeries) =>
  sumOf(series, measures) + (series.previous ? sumOf(series.previous, measures) : 0)

function linesOf(series: ReportSeries, t: (key: string) => string): Series[] {
  const before = series.previous && countsOf(series.previous, 'new')
  const ghost: Series[] = before
    ? [
        {
          key: 'before',
          label: t('reports.volume.before'),
          tone: 'ghost',
          ghost: true,
          values: placesBefore(series).map((place) => (place === undefined ? null : (before[place] ?? null))),
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
      values: countsOf(series, 'new'),
    },
    {
      key: 'resolved',
      label: t('report.measure.resolved'),
      tone: 'good',
      values: countsOf(series, 'resolved'),
    },
  ]
}
