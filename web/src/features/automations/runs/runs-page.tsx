import type { Rule } from '@parley/contract/automation-rules'
import { getRule, listRuleRuns } from '@parley/contract/automations'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Workflow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../../admin/entities.ts'
import { EntityPage } from '../../../admin/entity-page.tsx'
import { Trail } from '../../../admin/form-page.tsx'
import { call } from '../../../api/call.ts'
import { keys } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { AUTOMATIONS, type RunsSearch } from '../places.ts'
import { Problems } from '../problems.tsx'
import { RuleParts } from '../rule-parts.tsx'
import { RunFilters } from './run-filters.tsx'
import { RunRow } from './run-row.tsx'

export function RunsPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/automations/$id/runs' })
  const query = useQuery(entityQuery('automations', getRule, id))
  return (
    <EntityPage query={query} within={{ to: AUTOMATIONS, label: t('admin.automations') }}>
      {(rule) => <Runs key={rule.id} rule={rule} />}
    </EntityPage>
  )
}

/** When it ran, why, and what came of it. */
function Runs({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const { outcome } = useSearch({ from: '/main/admin-area/admin/automations/$id/runs' })
  const narrowing = { ...(outcome && { outcome }) }
  const runs = useInfiniteQuery({
    queryKey: keys.ruleRuns(rule.id, narrowing),
    queryFn: ({ pageParam, signal }) =>
      call(listRuleRuns, {
        signal,
        params: { id: String(rule.id) },
        query: { ...narrowing, ...(pageParam !== undefined && { cursor: pageParam }) },
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
      trail={<Trail within={{ to: AUTOMATIONS, label: t('admin.automations') }} title={rule.name} />}
    >
      <RuleParts id={rule.id} />
      <Problems problems={rule.problems} />
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
          {t(emptyText(rule, outcome))}
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

function emptyText({ enabled }: Rule, outcome: RunsSearch['outcome']): string {
  if (outcome) return 'automations.runs.none.text'
  return enabled ? 'automations.runs.empty.text' : 'automations.runs.empty.off'
}
