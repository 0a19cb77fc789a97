import { slaMetrics } from '@parley/contract/sla-metrics'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BreakdownTable } from './breakdown-table.tsx'
import { summaryQuery, tableQuery } from './queries.ts'
import { SlaBars } from './sla-bars.tsx'
import { SlaChart } from './sla-chart.tsx'
import { SummaryPage } from './summary-page.tsx'
import { useScope } from './use-scope.ts'

const tiles = ['sla_first_response', 'sla_next_response', 'sla_resolution', 'next_response'] as const
const columns = [
  'sla_first_response',
  'sla_next_response',
  'sla_resolution',
  'first_response',
  'resolution',
] as const

/** What was promised, and what became of it. */
export function SlaPage() {
  const { t } = useTranslation()
  const scoped = useScope()
  const { asked, compares, hours } = scoped
  const query = useQuery(summaryQuery(asked, compares))
  const teams = useQuery(tableQuery(asked, 'team'))
  const summary = query.data
  const promised = teams.data?.rows.filter(({ numbers: { sla } }) =>
    slaMetrics.some((metric) => sla[metric].met + sla[metric].breached > 0),
  )
  return (
    <SummaryPage title={t('reports.sla')} scoped={scoped} query={query} tiles={tiles}>
      <div className="grid gap-3.5 lg:grid-cols-2">
        <SlaBars
          asked={asked}
          summary={summary}
          failure={query.error?.message}
          dim={query.isPlaceholderData}
        />
        {slaMetrics.map((metric) => (
          <SlaChart key={metric} scoped={scoped} metric={metric} />
        ))}
      </div>
      {promised && promised.length > 0 && (
        <BreakdownTable
          by="team"
          label={t('reports.sla.teams')}
          columns={columns}
          rows={promised}
          all={summary?.current}
          hours={hours}
          dim={teams.isPlaceholderData}
        />
      )}
    </SummaryPage>
  )
}
