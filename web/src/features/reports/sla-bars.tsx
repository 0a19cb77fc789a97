import { slaMeasure } from '@parley/contract/report-measures'
import type { ReportSummary } from '@parley/contract/reports'
import { slaMetrics } from '@parley/contract/sla-metrics'
import { useTranslation } from 'react-i18next'
import { BehindLink } from './behind.tsx'
import { Bars } from './charts/bars.tsx'
import { ChartCard } from './charts/chart-card.tsx'
import { FiguresTable } from './charts/figures-table.tsx'
import { csvPath } from './csv.ts'
import { shareKept } from './measures.ts'
import type { Asked } from './use-scope.ts'
import { count, percent } from './words.ts'

/** Promises kept and broken, of each kind. */
export function SlaBars({
  asked,
  summary,
  failure,
  dim,
  className,
}: {
  asked: Asked
  summary: ReportSummary | undefined
  failure?: string | undefined
  dim: boolean
  className?: string
}) {
  const { t } = useTranslation()
  const title = t('reports.sla')
  const legend = [
    { key: 'met', label: t('reports.sla.met'), tone: 'good' as const },
    { key: 'breached', label: t('reports.sla.breached'), tone: 'bad' as const },
  ]
  const lines = slaMetrics.map((metric) => {
    const { met, breached } = summary?.current.sla[metric] ?? { met: 0, breached: 0 }
    const name = t(`reports.sla.${metric}`)
    const link = (kept: 'met' | 'breached', value: number) =>
      value === 0 ? (
        '0'
      ) : (
        <BehindLink
          behind={{ measure: slaMeasure(metric, kept) }}
          label={t('reports.show_behind', {
            value: count(value),
            measure: `${name}, ${t(`reports.sla.${kept}`)}`,
          })}
        >
          {count(value)}
        </BehindLink>
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
      csv={csvPath('summary', asked)}
      pending={!summary && !failure}
      failure={summary ? null : failure}
      empty={summary && lines.every(({ met, breached }) => met + breached === 0) && t('reports.sla.none')}
      dim={dim}
      className={className ?? ''}
      table={
        <FiguresTable
          label={title}
          corner={t('reports.sla.promise')}
          heads={[t('reports.sla.met'), t('reports.sla.breached'), t('reports.sla.share')]}
          rows={lines.map(({ metric, name, links, met, breached }) => {
            const share = shareKept({ met, breached })
            return {
              key: metric,
              head: name,
              cells: [links.met, links.breached, share === null ? '–' : percent(share)],
            }
          })}
        />
      }
    >
      <Bars
        label={title}
        full
        lines={lines.map(({ metric, name, met, breached, links }) => ({
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
