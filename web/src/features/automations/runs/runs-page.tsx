import type { Rule } from '@parley/contract/automations/automation-rules'
import { getRule, listRuleRuns } from '@parley/contract/automations/automations'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../../admin/entity-page.tsx'
import { entityQuery } from '../../../admin/entity-queries.ts'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { Breadcrumb } from '../../../forms/form-page.tsx'
import { EmptyState } from '../../../ui/display/empty-state.tsx'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AUTOMATIONS_PATH, type RunsSearch } from '../automation-search.ts'
import { RuleProblems } from '../rule-problems.tsx'
import { RuleTabs } from '../rule-tabs.tsx'
import { RunFilters } from './run-filters.tsx'
import { RunRow } from './run-row.tsx'

export function RunsPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/automations/$id/runs' })
  const query = useQuery(entityQuery('automations', getRule, id))
  return (
    <EntityPage query={query} parent={{ to: AUTOMATIONS_PATH, label: t('admin.automations') }}>
      {(rule) => <RunLog key={rule.id} rule={rule} />}
    </EntityPage>
  )
}

/** When a rule ran, why, and with what outcome. */
function RunLog({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const { outcome } = useSearch({ from: '/main/admin-area/admin/automations/$id/runs' })
  const filters = { ...(outcome && { outcome }) }
  const runs = useInfiniteQuery({
    queryKey: queryKeys.ruleRuns(rule.id, filters),
    queryFn: ({ pageParam, signal }) =>
      call(listRuleRuns, {
        signal,
        params: { id: String(rule.id) },
        query: { ...filters, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined, // widens the literal for the pages that follow
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    // Runs are not pushed.
    refetchInterval: 10_000,
  })
  const rows = runs.data?.pages.flatMap((page) => page.results) ?? []
  const hidden = runs.data?.pages.reduce((sum, page) => sum + page.hidden, 0) ?? 0
  return (
    <Page
      wide
      title={rule.name}
      lead={t(rule.type === 'time_trigger' ? 'automations.runs.lead_time' : 'automations.runs.lead')}
      breadcrumb={
        <Breadcrumb parent={{ to: AUTOMATIONS_PATH, label: t('admin.automations') }} title={rule.name} />
      }
    >
      <RuleTabs id={rule.id} />
      <RuleProblems problems={rule.problems} />
      <RunFilters rule={rule} outcome={outcome} />
      {runs.isPending && (
        <div role="status" aria-busy aria-label={t('entities.loading', { title: t('automations.runs') })}>
          {[62, 48, 70].map((width) => (
            <div key={width} className="flex h-14 items-center border-t px-3" style={{ width: `${width}%` }}>
              <Skeleton className="h-3 w-full" />
            </div>
          ))}
        </div>
      )}
      {runs.isError && !runs.data && (
        <ErrorState
          title={t('entities.error', { title: t('automations.runs') })}
          message={runs.error.message}
          onRetry={() => void runs.refetch()}
        />
      )}
      {runs.data && rows.length === 0 && hidden === 0 && (
        <EmptyState icon={Workflow} title={t(outcome ? 'automations.runs.none' : 'automations.runs.empty')}>
          {t(emptyTextKey(rule, outcome))}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul aria-label={t('automations.runs')} className="border-y">
          {rows.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="mt-3 text-ink-3">{t('automations.hidden', { count: hidden })}</p>}
      {runs.hasNextPage && (
        <Button className="mt-3" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          {t('automations.runs.older')}
        </Button>
      )}
    </Page>
  )
}

function emptyTextKey({ enabled }: Rule, outcome: RunsSearch['outcome']): string {
  if (outcome) return 'automations.runs.none.text'
  return enabled ? 'automations.runs.empty.text' : 'automations.runs.empty.off'
}
