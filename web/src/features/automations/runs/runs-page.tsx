import { getRule, listRuleRuns, type Rule } from '@parley/contract/automations'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
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
import { AUTOMATIONS } from '../places.ts'
import { Problems } from '../problems.tsx'
import { RuleParts } from '../rule-parts.tsx'
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

/** When it ran in the last 30 days, why, and what came of it. */
function Runs({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const runs = useInfiniteQuery({
    queryKey: keys.ruleRuns(rule.id),
    queryFn: ({ pageParam, signal }) =>
      call(listRuleRuns, {
        signal,
        params: { id: String(rule.id) },
        query: pageParam === undefined ? {} : { cursor: pageParam },
      }),
    initialPageParam: undefined as string | undefined, // widens the literal for the pages that follow
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // Runs are not pushed.
    refetchInterval: 10_000,
  })
  const rows = runs.data?.pages.flatMap((page) => page.results) ?? []
  const hidden = runs.data?.pages.reduce((sum, page) => sum + page.hidden, 0) ?? 0
  return (
    <Page
      wide
      title={rule.name}
      lead={t('automations.runs.lead')}
      trail={<Trail within={{ to: AUTOMATIONS, label: t('admin.automations') }} title={rule.name} />}
    >
      <RuleParts id={rule.id} />
      <Problems problems={rule.problems} />
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
        <EmptyState icon={Workflow} title={t('automations.runs.empty')}>
          {t(rule.enabled ? 'automations.runs.empty.text' : 'automations.runs.empty.off')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul aria-label={t('automations.runs')}>
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
