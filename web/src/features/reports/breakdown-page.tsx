import type { ReportMeasure } from '@parley/contract/report-measures'
import type { Breakdown } from '@parley/contract/reports'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BreakdownTable } from './breakdown-table.tsx'
import { csvPath } from './csv.ts'
import { summaryQuery, tableQuery } from './queries.ts'
import { ReportPage } from './report-page.tsx'
import { Failure } from './states.tsx'
import { useScope } from './use-scope.ts'

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

/** How it goes for each agent, team, inbox or tag. */
export function BreakdownPage({ by }: { by: Breakdown }) {
  const { t } = useTranslation()
  const scoped = useScope()
  const { asked, hours } = scoped
  const query = useQuery(tableQuery(asked, by))
  const summary = useQuery(summaryQuery(asked, false)).data
  const title = t(titles[by])
  const rows = query.data?.rows
  return (
    <ReportPage
      title={title}
      scoped={scoped}
      csv={csvPath(by, asked)}
      but={by}
      counted_up_to={summary?.counted_up_to}
    >
      {query.isPending && <Skeleton className="h-72 w-full" />}
      {query.isError && !rows && <Failure query={query} />}
      {rows?.length === 0 && (
        <EmptyState title={t(`reports.none.${by}`)}>{t('reports.none.text')}</EmptyState>
      )}
      {rows && rows.length > 0 && (
        <BreakdownTable
          by={by}
          label={title}
          columns={columns}
          rows={rows}
          // One conversation may have several tags, or none.
          all={by === 'tag' ? undefined : summary?.current}
          hours={hours}
          dim={query.isPlaceholderData}
        />
      )}
    </ReportPage>
  )
}

export const AgentsPage = () => <BreakdownPage by="agent" />
export const TeamsPage = () => <BreakdownPage by="team" />
export const InboxesPage = () => <BreakdownPage by="inbox" />
export const TagsPage = () => <BreakdownPage by="tag" />
