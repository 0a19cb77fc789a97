import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Answers } from './answers.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { summaryQuery, tableQuery } from './queries.ts'
import { RatingChart } from './rating-chart.tsx'
import { Ratings } from './ratings.tsx'
import { SummaryPage } from './summary-page.tsx'
import { useScope } from './use-scope.ts'

const tiles = ['csat_average', 'csat_response_rate', 'csat_answered', 'csat_sent'] as const
const columns = ['csat_average', 'csat_answered', 'csat_sent', 'csat_response_rate'] as const

/** What customers said when they were asked. */
export function SatisfactionPage() {
  const { t } = useTranslation()
  const scoped = useScope()
  const { asked, compares, hours } = scoped
  const query = useQuery(summaryQuery(asked, compares))
  const agents = useQuery(tableQuery(asked, 'agent'))
  const summary = query.data
  const csat = summary?.current.csat
  const asked_agents = agents.data?.rows.filter(({ numbers }) => numbers.csat.sent > 0) ?? []
  return (
    <SummaryPage title={t('reports.satisfaction')} scoped={scoped} query={query} tiles={tiles}>
      <div className="grid gap-3.5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.85fr)]">
        <Ratings csat={csat} failure={query.error?.message} dim={query.isPlaceholderData} />
        <RatingChart scoped={scoped} />
      </div>
      {asked_agents.length > 0 && (
        <BreakdownTable
          by="agent"
          label={t('reports.satisfaction.agents')}
          columns={columns}
          rows={asked_agents}
          hours={hours}
          dim={agents.isPlaceholderData}
        />
      )}
      <Answers asked={asked} />
    </SummaryPage>
  )
}
