import { slaMeasure } from '@parley/contract/reports/report-measures'
import type { ReportSummary } from '@parley/contract/reports/reports'
import { slaMetrics } from '@parley/contract/sla/sla-metrics'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { HorizontalBars } from '../../../charts/horizontal-bars.tsx'
import { csvPath } from '../data/csv-path.ts'
import { slaMetShare } from '../data/measures.ts'
import { formatCount, formatPercent } from '../data/report-format.ts'
import { DrilldownLink } from '../drilldown/drilldown-link.tsx'
import type { ReportParams } from '../scope/use-report-context.ts'

/** Met and missed SLA targets of each kind. */
export function SlaBars({
  params,
  summary,
  errorText,
  isStale,
  className,
}: {
  params: ReportParams
  summary: ReportSummary | undefined
  errorText?: string | undefined
  isStale: boolean
  className?: string
}) {
  const { t } = useTranslation()
  const title = t('reports.sla')
  const legend = [
    { key: 'met', label: t('reports.sla.met'), tone: 'good' as const },
    { key: 'breached', label: t('reports.sla.breached'), tone: 'bad' as const },
  ]
  const rows = slaMetrics.map((metric) => {
    const { met, breached } = summary?.current.sla[metric] ?? { met: 0, breached: 0 }
    const name = t(`reports.sla.${metric}`)
    const link = (outcome: 'met' | 'breached', value: number) =>
      value === 0 ? (
        '0'
      ) : (
        <DrilldownLink
          drilldown={{ measure: slaMeasure(metric, outcome) }}
          label={t('reports.show_behind', {
            value: formatCount(value),
            measure: `${name}, ${t(`reports.sla.${outcome}`)}`,
          })}
        >
          {formatCount(value)}
        </DrilldownLink>
      )
    return {
      metric,
      name,
      met,
      breached,
      links: { met: link('met', met), breached: link('breached', breached) },
    }
  })
  return (
    <ChartCard
      title={title}
      definition={t('reports.sla.definition')}
      legend={legend}
      csv={csvPath('summary', params)}
      isPending={!summary && !errorText}
      errorText={summary ? null : errorText}
      emptyText={summary && rows.every(({ met, breached }) => met + breached === 0) && t('reports.sla.none')}
      isStale={isStale}
      className={className ?? ''}
      table={
        <ChartTable
          label={title}
          cornerLabel={t('reports.sla.promise')}
          columnLabels={[t('reports.sla.met'), t('reports.sla.breached'), t('reports.sla.share')]}
          rows={rows.map(({ metric, name, links, met, breached }) => {
            const share = slaMetShare({ met, breached })
            return {
              key: metric,
              head: name,
              cells: [links.met, links.breached, share === null ? '–' : formatPercent(share)],
            }
          })}
        />
      }
    >
      <HorizontalBars
        label={title}
        fillWidth
        rows={rows.map(({ metric, name, met, breached, links }) => ({
          key: metric,
          label: name,
          parts: [
            { tone: 'good', value: met },
            { tone: 'bad', value: breached },
          ],
          end: (
            <>
              {links.met} <span className="text-ink-3">·</span> {links.breached}
            </>
          ),
        }))}
      />
    </ChartCard>
  )
}
