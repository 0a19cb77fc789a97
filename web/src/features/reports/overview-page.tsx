import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BusiestHours } from './busiest-hours.tsx'
import { csvPath } from './csv.ts'
import { FirstReplies } from './first-replies.tsx'
import { LiveCounts } from './live-counts.tsx'
import { summaryQuery } from './queries.ts'
import { Ratings } from './ratings.tsx'
import { ReportPage } from './report-page.tsx'
import { SlaBars } from './sla-bars.tsx'
import { Failure, NothingYet } from './states.tsx'
import { MeasureTile, Tiles } from './tiles.tsx'
import { useScope } from './use-scope.ts'
import { VolumeChart } from './volume-chart.tsx'

const tiles = [
  'new',
  'resolved',
  'reopened',
  'replies',
  'first_response',
  'resolution',
  'sla_first_response',
  'csat_average',
] as const

/** How it goes, on one page. */
export function OverviewPage() {
  const { t } = useTranslation()
  const scoped = useScope()
  const { asked, compares, hours } = scoped
  const query = useQuery(summaryQuery(asked, compares))
  const summary = query.data
  return (
    <ReportPage
      title={t('reports.overview')}
      scoped={scoped}
      csv={csvPath('summary', asked, compares ? { compare: 'previous' } : {})}
      compares
      counted_up_to={summary?.counted_up_to}
    >
      <LiveCounts />
      {summary?.counted_up_to === null && <NothingYet />}
      {query.isError && !summary && <Failure query={query} />}
      {!query.isError && (
        <Tiles label={t('reports.summary')}>
          {tiles.map((measure) => (
            <MeasureTile key={measure} measure={measure} summary={summary} hours={hours} />
          ))}
        </Tiles>
      )}
      <div className="grid gap-3.5 xl:grid-cols-[minmax(0,1.85fr)_minmax(0,1fr)]">
        <VolumeChart scoped={scoped} />
        <BusiestHours scoped={scoped} />
      </div>
      <div className="grid gap-3.5 lg:grid-cols-2">
        <FirstReplies scoped={scoped} />
        <div className="grid min-w-0 auto-rows-fr gap-3.5">
          <SlaBars
            asked={asked}
            summary={summary}
            failure={query.error?.message}
            dim={query.isPlaceholderData}
          />
          <Ratings
            csat={summary?.current.csat}
            failure={query.error?.message}
            dim={query.isPlaceholderData}
          />
        </div>
      </div>
    </ReportPage>
  )
}
