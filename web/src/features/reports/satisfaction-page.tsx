import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Answers } from './answers.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { csvPath } from './csv.ts'
import { summaryQuery, tableQuery } from './queries.ts'
import { RatingChart } from './rating-chart.tsx'
import { Ratings } from './ratings.tsx'
import { ReportPage } from './report-page.tsx'
import { Failure } from './states.tsx'
import { MeasureTile, Tiles } from './tiles.tsx'
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
    <ReportPage
      title={t('reports.satisfaction')}
      scoped={scoped}
      csv={csvPath('summary', asked, compares ? { compare: 'previous' } : {})}
      compares
      counted_up_to={summary?.counted_up_to}
    >
      {query.isError && !summary && <Failure query={query} />}
      {!query.isError && (
        <Tiles label={t('reports.summary')}>
          {tiles.map((measure) => (
            <MeasureTile key={measure} measure={measure} summary={summary} hours={hours} />
          ))}
        </Tiles>
      )}
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
    </ReportPage>
  )
}
