import { getConversationRun } from '@parley/contract/automations/automations'
import type { Explanation } from '@parley/contract/conversations/explanation'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import { may } from '../session/permissions.ts'
import { useMe } from '../session/use-me.ts'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { ActionResults } from './action-results.tsx'
import { triggerText } from './condition-text.ts'
import { Reasons } from './rule-reasons.tsx'

/** What the rule checked and found, what it did, and a link to it for agents who can edit it. */
export function RuleExplanation({ why, uuid }: { why: Extract<Explanation, { by: 'rule' }>; uuid: string }) {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <>
      {why.run_id !== null && <RunDetails uuid={uuid} run_id={why.run_id} />}
      {may(me, 'automations:manage') && (
        <Link
          to="/admin/automations/$id/edit"
          params={{ id: why.rule_id }}
          className="mt-3 inline-block font-medium text-accent-text underline-offset-2 hover:underline"
        >
          {t('why.rule.open')}
        </Link>
      )}
    </>
  )
}

function RunDetails({ uuid, run_id }: { uuid: string; run_id: number }) {
  const { t } = useTranslation()
  const run = useQuery({
    queryKey: queryKeys.conversationRun(uuid, run_id),
    queryFn: ({ signal }) => call(getConversationRun, { signal, params: { uuid, id: String(run_id) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (run.isPending)
    return (
      <div role="status" aria-busy aria-label={t('why.rule.loading')} className="mt-3 space-y-2">
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    )
  if (!run.data) return <p className="mt-2 text-ink-3">{t('why.rule.gone')}</p>
  const { occasion, reasons, actions } = run.data
  return (
    <>
      <p className="mt-1 text-xs text-ink-3">
        {t('automations.run.occasion', { occasion: triggerText(occasion, t) })}
      </p>
      <Section title={t('automations.conditions')}>
        <Reasons reasons={reasons} />
      </Section>
      <Section title={t('automations.actions')}>
        <ActionResults actions={actions} />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-3">
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      {children}
    </section>
  )
}
