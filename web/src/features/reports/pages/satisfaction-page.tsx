import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { summaryQuery, tableQuery } from '../data/report-queries.ts'
import { useReportContext } from '../scope/use-report-context.ts'
import { BreakdownTable } from '../widgets/breakdown-table.tsx'
import { CsatAnswers } from '../widgets/csat-answers.tsx'
import { RatingChart } from '../widgets/rating-chart.tsx'
import { RatingDistribution } from '../widgets/rating-distribution.tsx'
import { SummaryPage } from './summary-page.tsx'

const tiles = ['csat_average', 'csat_response_rate', 'csat_answered', 'csat_sent'] as const
const columns = ['csat_average', 'csat_answered', 'csat_sent', 'csat_response_rate'] as const

/** The satisfaction survey report. */
export function SatisfactionPage() {
  const { t } = useTranslation()
  const report = useReportContext()
  const { params, isComparing, hours } = report
  const query = useQuery(summaryQuery(params, isComparing))
  const agents = useQuery(tableQuery(params, 'agent'))
  const summary = query.data
  const csat = summary?.current.csat
  const surveyedAgents = agents.data?.rows.filter(({ numbers }) => numbers.csat.sent > 0) ?? []
  return (
    <SummaryPage title={t('reports.satisfaction')} report={report} query={query} tiles={tiles}>
      <div className="grid gap-3.5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.85fr)]">
        <RatingDistribution csat={csat} errorText={query.error?.message} isStale={query.isPlaceholderData} />
        <RatingChart report={report} />
      </div>
      {surveyedAgents.length > 0 && (
        <BreakdownTable
          dimension="agent"
          label={t('reports.satisfaction.agents')}
          columns={columns}
          rows={surveyedAgents}
          hours={hours}
          isStale={agents.isPlaceholderData}
        />
      )}
      <CsatAnswers params={params} />
    </SummaryPage>
  )
}
