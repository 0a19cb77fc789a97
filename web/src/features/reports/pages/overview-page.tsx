import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { summaryQuery } from '../data/report-queries.ts'
import { useReportContext } from '../scope/use-report-context.ts'
import { BusiestHours } from '../widgets/busiest-hours.tsx'
import { FirstReplyHistogram } from '../widgets/first-reply-histogram.tsx'
import { LiveCounts } from '../widgets/live-counts.tsx'
import { RatingDistribution } from '../widgets/rating-distribution.tsx'
import { SlaBars } from '../widgets/sla-bars.tsx'
import { VolumeChart } from '../widgets/volume-chart.tsx'
import { SummaryPage } from './summary-page.tsx'

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

/** The overview report. */
export function OverviewPage() {
  const { t } = useTranslation()
  const report = useReportContext()
  const { params, isComparing } = report
  const query = useQuery(summaryQuery(params, isComparing))
  const summary = query.data
  return (
    <SummaryPage
      title={t('reports.overview')}
      report={report}
      query={query}
      tiles={tiles}
      header={<LiveCounts report={report} />}
    >
      <div className="grid gap-3.5 xl:grid-cols-[minmax(0,1.85fr)_minmax(0,1fr)]">
        <VolumeChart report={report} />
        <BusiestHours report={report} />
      </div>
      <div className="grid gap-3.5 lg:grid-cols-2">
        <FirstReplyHistogram report={report} />
        <div className="grid min-w-0 auto-rows-fr gap-3.5">
          <SlaBars
            params={params}
            summary={summary}
            errorText={query.error?.message}
            isStale={query.isPlaceholderData}
          />
          <RatingDistribution
            csat={summary?.current.csat}
            errorText={query.error?.message}
            isStale={query.isPlaceholderData}
          />
        </div>
      </div>
    </SummaryPage>
  )
}
