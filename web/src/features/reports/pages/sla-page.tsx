import { slaMetrics } from '@parley/contract/sla/sla-metrics'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { summaryQuery, tableQuery } from '../data/report-queries.ts'
import { useReportContext } from '../scope/use-report-context.ts'
import { BreakdownTable } from '../widgets/breakdown-table.tsx'
import { SlaBars } from '../widgets/sla-bars.tsx'
import { SlaChart } from '../widgets/sla-chart.tsx'
import { SummaryPage } from './summary-page.tsx'

const tiles = ['sla_first_response', 'sla_next_response', 'sla_resolution', 'next_response'] as const
const columns = [
  'sla_first_response',
  'sla_next_response',
  'sla_resolution',
  'first_response',
  'resolution',
] as const

/** The SLA report. */
export function SlaPage() {
  const { t } = useTranslation()
  const report = useReportContext()
  const { params, isComparing, hours } = report
  const query = useQuery(summaryQuery(params, isComparing))
  const teams = useQuery(tableQuery(params, 'team'))
  const summary = query.data
  const teamsWithTargets = teams.data?.rows.filter(({ numbers: { sla } }) =>
    slaMetrics.some((metric) => sla[metric].met + sla[metric].breached > 0),
  )
  return (
    <SummaryPage title={t('reports.sla')} report={report} query={query} tiles={tiles}>
      <div className="grid gap-3.5 lg:grid-cols-2">
        <SlaBars
          params={params}
          summary={summary}
          errorText={query.error?.message}
          isStale={query.isPlaceholderData}
        />
        {slaMetrics.map((metric) => (
          <SlaChart key={metric} report={report} metric={metric} />
        ))}
      </div>
      {teamsWithTargets && teamsWithTargets.length > 0 && (
        <BreakdownTable
          dimension="team"
          label={t('reports.sla.teams')}
          columns={columns}
          rows={teamsWithTargets}
          totals={summary?.current}
          hours={hours}
          isStale={teams.isPlaceholderData}
        />
      )}
    </SummaryPage>
  )
}
