import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '../../../charts/chart-card.tsx'
import { ChartTable } from '../../../charts/chart-table.tsx'
import { HorizontalBars } from '../../../charts/horizontal-bars.tsx'
import { csvPath } from '../data/csv-path.ts'
import { formatCount, formatPercent } from '../data/report-format.ts'
import { firstResponsesQuery } from '../data/report-queries.ts'
import { DrilldownLink } from '../drilldown/drilldown-link.tsx'
import { bucketText } from '../drilldown/drilldown-text.ts'
import type { ReportContext } from '../scope/use-report-context.ts'

/** A histogram of first reply times. */
export function FirstReplyHistogram({
  report: { params, hours },
  className,
}: {
  report: ReportContext
  className?: string
}) {
  const { t } = useTranslation()
  const { data, isPending, error, isPlaceholderData } = useQuery(firstResponsesQuery(params))
  const title = t('reports.first_replies')
  const bars = data?.bars ?? []
  const all = bars.reduce((sum, bar) => sum + bar[hours], 0)
  const rows = bars.map((bar) => {
    const { from_seconds, to_seconds } = bar
    const name = bucketText(from_seconds, to_seconds, t)
    const value = formatCount(bar[hours])
    return {
      key: String(from_seconds),
      name,
      value: bar[hours],
      share: all === 0 ? 0 : bar[hours] / all,
      link:
        bar[hours] === 0 ? (
          value
        ) : (
          <DrilldownLink
            drilldown={{
              measure: 'first_response',
              bar_hours: hours,
              min_seconds: from_seconds,
              ...(to_seconds !== null && { max_seconds: to_seconds }),
            }}
            label={t('reports.show_behind', { value, measure: name })}
          >
            {value}
          </DrilldownLink>
        ),
    }
  })
  return (
    <ChartCard
      title={title}
      aside={t(`reports.hours.${hours}`).toLocaleLowerCase()}
      definition={t('report.definition.first_response')}
      csv={csvPath('first_responses', params)}
      isPending={isPending}
      errorText={data ? null : error?.message}
      emptyText={data && all === 0 && t('reports.none')}
      isStale={isPlaceholderData}
      className={className ?? ''}
      table={
        <ChartTable
          label={title}
          cornerLabel={t('reports.first_replies.took')}
          columnLabels={[t('reports.first_replies.count'), t('reports.first_replies.share')]}
          rows={rows.map(({ key, name, link, share }) => ({
            key,
            head: name,
            cells: [link, formatPercent(share)],
          }))}
        />
      }
    >
      <HorizontalBars
        label={title}
        rows={rows.map(({ key, name, value, link }) => ({
          key,
          label: name,
          parts: [{ tone: 'accent', value }],
          end: link,
        }))}
      />
    </ChartCard>
  )
}
