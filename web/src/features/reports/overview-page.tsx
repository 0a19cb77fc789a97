import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BusiestHours } from './busiest-hours.tsx'
import { FirstReplies } from './first-replies.tsx'
import { LiveCounts } from './live-counts.tsx'
import { summaryQuery } from './queries.ts'
import { Ratings } from './ratings.tsx'
import { SlaBars } from './sla-bars.tsx'
import { SummaryPage } from './summary-page.tsx'
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
  const { asked, compares } = scoped
  const query = useQuery(summaryQuery(asked, compares))
  const summary = query.data
  return (
    <SummaryPage
      title={t('reports.overview')}
      scoped={scoped}
      query={query}
      tiles={tiles}
      above={<LiveCounts scoped={scoped} />}
    >
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
    </SummaryPage>
  )
}
