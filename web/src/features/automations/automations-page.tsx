import { ruleTypes } from '@parley/contract/automations/automation-fields'
import type { Rule } from '@parley/contract/automations/automation-rules'
import { deleteRule, listRules, setRuleWeights, toggleRule } from '@parley/contract/automations/automations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Copy, Pencil, ScrollText, Trash2, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { SortableRows } from '../../admin/list/sortable-rows.tsx'
import { SubNav } from '../../admin/sub-nav.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { AUTOMATIONS_PATH, rulePath, runsPath, toTypeSearch } from './automation-search.ts'
import { ExecutionMode } from './execution-mode.tsx'
import { RuleSummary } from './rule-summary.tsx'
import { RuleTrouble } from './rule-trouble.tsx'
import { useDuplicateRule } from './use-duplicate-rule.ts'

/** Automation rules, in the order in which they run. */
export function AutomationsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { type = 'new_conversation' } = useSearch({ from: '/main/admin-area/admin/automations' })
  const query = useQuery({
    ...entitiesQuery('automations', listRules),
    select: (rules: Rule[]) => rules.filter((rule) => rule.type === type),
  })
  const move = useMoveRule()
  const duplicate = useDuplicateRule()
  const [deleting, setDeleting] = useState<Rule | null>(null)
  const toggle = async ({ id }: Rule) => {
    await call(toggleRule, { params: { id: String(id) } })
    await cache.invalidateQueries({ queryKey: queryKeys.automations })
  }
  const [firstRule] = query.data ?? []
  return (
    <EntityList
      title={t('admin.automations')}
      lead={t('automations.lead')}
      icon={Workflow}
      query={query}
      createAction={{
        label: t('automations.new'),
        onClick: () => void navigate({ to: `${AUTOMATIONS_PATH}/new`, search: toTypeSearch(type) }),
      }}
      empty={{ title: t(`automations.empty.${type}`), text: t(`automations.empty.${type}.text`) }}
      header={
        <>
          <RuleTrouble />
          <SubNav
            label={t('automations.types')}
            items={ruleTypes.map((value) => ({
              to: AUTOMATIONS_PATH,
              search: toTypeSearch(value),
              label: t(`automations.type.${value}`),
            }))}
          />
          {firstRule && type !== 'time_trigger' && (
            <ExecutionMode type={type} mode={firstRule.execution_mode} />
          )}
        </>
      }
      renderRows={(rows) => (
        <SortableRows {...rows} onMove={(id, targetId) => move(query.data ?? [], id, targetId)} />
      )}
      toRow={(rule) => ({
        id: rule.id,
        name: rule.name,
        details: <RuleSummary rule={rule} />,
        searchKeywords: rule.description,
        badge: rule.problems.length > 0 && <Badge tone="warn">{t('automations.problem')}</Badge>,
        open: { to: rulePath(rule.id) },
        enabled: {
          on: rule.enabled,
          label: t('automations.enabled.of', { name: rule.name }),
          save: () => toggle(rule),
        },
        actions: [
          {
            label: t('automations.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: rulePath(rule.id) }),
          },
          {
            label: t('automations.runs.open'),
            icon: ScrollText,
            onClick: () => void navigate({ to: runsPath(rule.id) }),
          },
          { label: t('macros.duplicate'), icon: Copy, onClick: () => duplicate(rule) },
          { label: t('automations.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(rule) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('automations.delete.title', { name: deleting.name })}
          confirmLabel={t('automations.delete')}
          successMessage={t('automations.deleted')}
          invalidateKey={queryKeys.automations}
          onConfirm={() => call(deleteRule, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        >
          {t('automations.delete.text', { count: deleting.matched_count })}
        </DeleteDialog>
      )}
    </EntityList>
  )
}

/** Reorders optimistically. Reverts and shows the error when the server refuses. */
function useMoveRule() {
  const cache = useQueryClient()
  const list = queryKeys.entities('automations')
  const save = useApiMutation(
    (rules: readonly Rule[]) =>
      call(setRuleWeights, { body: Object.fromEntries(rules.map(({ id }, index) => [id, index + 1])) }),
    {
      onMutate: async (rules) => {
        await cache.cancelQueries({ queryKey: list })
        cache.setQueryData<Rule[]>(list, (all) => [
          ...(all ?? []).filter(({ type }) => type !== rules[0]?.type),
          ...rules,
        ])
      },
      onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.automations }),
    },
  )
  return (rules: readonly Rule[], id: number, to: number) => {
    const [from, target] = [
      rules.findIndex((rule) => rule.id === id),
      rules.findIndex((rule) => rule.id === to),
    ]
    const moved = rules[from]
    if (moved && target >= 0) save.mutate(rules.toSpliced(from, 1).toSpliced(target, 0, moved))
  }
}
