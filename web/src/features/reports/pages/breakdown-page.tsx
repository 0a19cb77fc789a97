import type { ReportMeasure } from '@parley/contract/reports/report-measures'
import type { Breakdown } from '@parley/contract/reports/reports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { csvPath } from '../data/csv-path.ts'
import { summaryQuery, tableQuery } from '../data/report-queries.ts'
import { useReportContext } from '../scope/use-report-context.ts'
import { BreakdownTable } from '../widgets/breakdown-table.tsx'
import { ReportError } from '../widgets/report-states.tsx'
import { ReportPage } from './report-page.tsx'

const columns: readonly ReportMeasure[] = [
  'open',
  'new',
  'resolved',
  'replies',
  'first_response',
  'resolution',
  'sla_first_response',
  'csat_average',
]

const titles: Record<Breakdown, string> = {
  agent: 'reports.agents',
  team: 'reports.teams',
  inbox: 'reports.inboxes',
  tag: 'reports.tags',
}

/** A report broken down by agent, team, inbox or tag. */
function BreakdownPage({ dimension }: { dimension: Breakdown }) {
  const { t } = useTranslation()
  const report = useReportContext()
  const { params, hours } = report
  const query = useQuery(tableQuery(params, dimension))
  const summary = useQuery(summaryQuery(params, false)).data
  const title = t(titles[dimension])
  const rows = query.data?.rows
  return (
    <ReportPage
      title={title}
      report={report}
      csv={csvPath(dimension, params)}
      except={dimension}
      counted_up_to={summary?.counted_up_to}
    >
      {query.isPending && <Skeleton className="h-72 w-full" />}
      {query.isError && !rows && <ReportError query={query} />}
      {rows?.length === 0 && (
        <EmptyState title={t(`reports.none.${dimension}`)}>{t('reports.none.text')}</EmptyState>
      )}
      {rows && rows.length > 0 && (
        <BreakdownTable
          dimension={dimension}
          label={title}
          columns={columns}
          rows={rows}
          // A conversation can have several tags, or none.
          totals={dimension === 'tag' ? undefined : summary?.current}
          hours={hours}
          isStale={query.isPlaceholderData}
        />
      )}
    </ReportPage>
  )
}

export const AgentsPage = () => <BreakdownPage dimension="agent" />
export const TeamsPage = () => <BreakdownPage dimension="team" />
export const InboxesPage = () => <BreakdownPage dimension="inbox" />
export const TagsPage = () => <BreakdownPage dimension="tag" />
