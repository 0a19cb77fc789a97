import type { Rule } from '@parley/contract/automations/automation-rules'
import { ruleRunOutcomes } from '@parley/contract/automations/automation-runs'
import { listRules } from '@parley/contract/automations/automations'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../../admin/entity-queries.ts'
import { Select } from '../../../ui/inputs/select.tsx'
import { type RunsSearch, runsPath } from '../automation-search.ts'

/** Filters runs by rule and outcome; both are in the URL. */
export function RunFilters({ rule, outcome }: { rule: Rule } & RunsSearch) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const rules = useQuery(entitiesQuery('automations', listRules)).data ?? [rule]
  // Only time rules are checked at times when they don't match.
  const outcomes = ruleRunOutcomes.filter((one) => one !== 'not_matched' || rule.type === 'time_trigger')
  const show = (id: number, search: RunsSearch) =>
    void navigate({ to: runsPath(id), search: { ...search }, replace: true })
  return (
    <div className="my-3 flex flex-wrap items-center gap-2">
      <div className="w-64 max-w-full">
        <Select
          label={t('automations.run.rule')}
          value={rule.id}
          options={rules.map(({ id, name }) => ({ value: id, label: name }))}
          onValueChange={(id) => show(id, outcome === 'not_matched' ? {} : { outcome })}
        />
      </div>
      <div className="w-52 max-w-full">
        <Select
          label={t('automations.run.outcome')}
          value={outcome ?? 'any'}
          options={[
            { value: 'any' as const, label: t('automations.run.any') },
            ...outcomes.map((one) => ({ value: one, label: t(`automations.run.${one}`) })),
          ]}
          onValueChange={(one) => show(rule.id, one === 'any' ? {} : { outcome: one })}
        />
      </div>
    </div>
  )
}
