import {
  AiBudget,
  type AiUsage,
  aiBudgetWarningShare,
  getAiBudget,
  getAiUsage,
  updateAiBudget,
} from '@parley/contract/ai/ai-usage'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { EntityPage } from '../../../admin/entity-page.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { readerLocale } from '../../../format/locale.ts'
import { NumberField, TextField } from '../../../forms/fields/fields.tsx'
import { FormPage } from '../../../forms/form-page.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { IconButton } from '../../../ui/inputs/icon-button.tsx'
import { PageSection } from '../../../ui/layout/page.tsx'
import { AI_PATH } from '../ai-paths.ts'
import { AiTabs } from '../ai-tabs.tsx'
import { UsageTable } from './usage-table.tsx'

/** AI costs and the monthly budget. */
export function UsagePage() {
  const { t } = useTranslation()
  const [month, setMonth] = useState<string>()
  const query = useQuery({
    queryKey: [...queryKeys.aiUsage, month ?? ''],
    queryFn: ({ signal }) => call(getAiUsage, { signal, query: month === undefined ? {} : { month } }),
    placeholderData: (previous) => previous,
  })
  return (
    <EntityPage query={query} parent={{ to: AI_PATH, label: t('admin.ai') }}>
      {(usage) => <UsageReport usage={usage} onMonthChange={setMonth} isCurrentMonth={month === undefined} />}
    </EntityPage>
  )
}

const fieldsOf = ({ currency, monthly_amount }: AiBudget): z.input<typeof AiBudget> => ({
  currency,
  monthly_amount,
})

function UsageReport({
  usage,
  onMonthChange,
  isCurrentMonth,
}: {
  usage: AiUsage
  onMonthChange: (month: string | undefined) => void
  isCurrentMonth: boolean
}) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: AiBudget,
    values: fieldsOf(usage),
    fetchCurrent: () => call(getAiBudget),
    fieldsOf,
    draftKey: 'ai-budget',
    invalidateKey: queryKeys.aiUsage,
    successMessage: t('ai.budget.saved'),
    save: (body, attempt) => call(updateAiBudget, { body, ...attempt }),
  })
  const [thisMonth] = useState(usage.month)
  const changeMonth = (by: number) => {
    const next = new Date(`${usage.month}-01T00:00:00Z`)
    next.setUTCMonth(next.getUTCMonth() + by)
    const name = next.toISOString().slice(0, 7)
    onMonthChange(name === thisMonth ? undefined : name)
  }
  const monthName = new Intl.DateTimeFormat(readerLocale(), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${usage.month}-01T00:00:00Z`))
  return (
    <FormPage form={form} title={t('admin.ai')} lead={t('ai.usage.lead')}>
      <AiTabs />
      <PageSection title={t('ai.usage.spent')} help={t('ai.usage.spent.help')}>
        <div className="mb-3 flex items-center gap-1">
          <IconButton label={t('ai.usage.earlier')} size="sm" onClick={() => changeMonth(-1)}>
            <ChevronLeft size={16} aria-hidden />
          </IconButton>
          <h3 className="min-w-32 text-center font-medium" aria-live="polite">
            {monthName}
          </h3>
          <IconButton
            label={t('ai.usage.later')}
            size="sm"
            disabled={isCurrentMonth}
            onClick={() => changeMonth(1)}
          >
            <ChevronRight size={16} aria-hidden />
          </IconButton>
        </div>
        <BudgetUsage usage={usage} />
      </PageSection>
      {usage.calls > 0 && (
        <>
          <PageSection title={t('ai.usage.by_task')}>
            <UsageTable
              currency={usage.currency}
              label={t('ai.usage.task')}
              rows={usage.by_task.map((row) => ({ ...row, name: t(`ai.task.${row.task}`) }))}
            />
          </PageSection>
          <PageSection title={t('ai.usage.by_agent')}>
            <UsageTable currency={usage.currency} label={t('ai.usage.agent')} rows={usage.by_agent} />
          </PageSection>
          <PageSection title={t('ai.usage.by_model')}>
            <UsageTable
              currency={usage.currency}
              label={t('ai.usage.model')}
              rows={usage.by_model.map((row) => ({ ...row, name: `${row.model} · ${row.provider}` }))}
            />
          </PageSection>
        </>
      )}
      <PageSection title={t('ai.budget')} help={t('ai.budget.help')}>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            form={form}
            name="monthly_amount"
            label={t('ai.budget.amount')}
            help={t('ai.budget.amount.help')}
          />
          <TextField
            form={form}
            name="currency"
            label={t('ai.budget.currency')}
            help={t('ai.budget.currency.help')}
          />
        </div>
      </PageSection>
    </FormPage>
  )
}

/** The month's cost, the used share of the budget, and a warning when it is nearly used up. */
function BudgetUsage({ usage }: { usage: AiUsage }) {
  const { t } = useTranslation()
  const { share, monthly_amount, currency, cost, calls, failed } = usage
  const money = moneyFormatter(currency)
  const isOver = share !== null && share >= 1
  const isNear = share !== null && share >= aiBudgetWarningShare
  return (
    <div className="rounded-lg border bg-raised px-4 py-3.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <strong className="text-lg font-semibold tabular-nums">{money(cost)}</strong>
        <span className="text-ink-3">
          {monthly_amount === null
            ? t('ai.usage.no_budget')
            : t('ai.usage.of_budget', { amount: money(monthly_amount) })}
        </span>
      </p>
      {share !== null && (
        // biome-ignore lint/a11y/useSemanticElements: browsers style the native element themselves
        <div
          role="meter"
          aria-label={t('ai.usage.share')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, Math.round(share * 100))}
          className="mt-2 h-1.5 overflow-hidden rounded-full bg-hover"
        >
          <div
            className={`h-full rounded-full ${isOver ? 'bg-bad' : isNear ? 'bg-warn' : 'bg-accent'}`}
            style={{ width: `${Math.min(100, share * 100)}%` }}
          />
        </div>
      )}
      {isNear && (
        <Warning tone={isOver ? 'bad' : 'warn'}>{t(isOver ? 'ai.usage.over' : 'ai.usage.near')}</Warning>
      )}
      <p className="mt-2 text-xs text-ink-3 tabular-nums">
        {t('ai.usage.calls', { count: calls })}
        {failed > 0 && ` · ${t('ai.usage.failed', { count: failed })}`}
      </p>
    </div>
  )
}

function Warning({ tone, children }: { tone: 'bad' | 'warn'; children: ReactNode }) {
  return (
    <p
      role="status"
      className={`mt-2 flex items-center gap-1.5 text-xs ${tone === 'bad' ? 'text-bad' : 'text-warn'}`}
    >
      <CircleAlert size={13} aria-hidden />
      {children}
    </p>
  )
}

/** Most calls cost a fraction of a cent. */
const moneyFormatter = (currency: string) => (amount: number) =>
  new Intl.NumberFormat(readerLocale(), {
    style: 'currency',
    currency,
    maximumFractionDigits: amount > 0 && amount < 1 ? 4 : 2,
  }).format(amount)
