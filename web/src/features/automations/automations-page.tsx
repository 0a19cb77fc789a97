import { ruleTypes } from '@parley/contract/automation-fields'
import type { Rule } from '@parley/contract/automation-rules'
import { deleteRule, listRules, setRuleWeights, toggleRule } from '@parley/contract/automations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Copy, Pencil, ScrollText, Trash2, Workflow } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { SortableRows } from '../../admin/sortable-rows.tsx'
import { SubNav } from '../../admin/sub-nav.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { showFailure } from '../../lib/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { ExecutionMode } from './execution-mode.tsx'
import { AUTOMATIONS, rulePath, runsPath, typeSearch } from './places.ts'
import { RuleFacts } from './rule-facts.tsx'
import { Trouble } from './trouble.tsx'
import { useDuplicate } from './use-duplicate.ts'

/** What is done by itself, in the order in which it is done. */
export function AutomationsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const { type = 'new_conversation' } = useSearch({ from: '/main/admin-area/admin/automations' })
  const query = useQuery({
    ...entitiesQuery('automations', listRules),
    select: (rules: Rule[]) => rules.filter((rule) => rule.type === type),
  })
  const move = useMove()
  const duplicate = useDuplicate()
  const [leaving, setLeaving] = useState<Rule | null>(null)
  const toggle = async ({ id }: Rule) => {
    await call(toggleRule, { params: { id: String(id) } })
    await cache.invalidateQueries({ queryKey: keys.automations })
  }
  const [one] = query.data ?? []
  return (
    <EntityList
      title={t('admin.automations')}
      lead={t('automations.lead')}
      icon={Workflow}
      query={query}
      creation={{
        label: t('automations.new'),
        onClick: () => void navigate({ to: `${AUTOMATIONS}/new`, search: typeSearch(type) }),
      }}
      empty={{ title: t(`automations.empty.${type}`), text: t(`automations.empty.${type}.text`) }}
      above={
        <>
          <Trouble />
          <SubNav
            label={t('automations.types')}
            parts={ruleTypes.map((value) => ({
              to: AUTOMATIONS,
              search: typeSearch(value),
              label: t(`automations.type.${value}`),
            }))}
          />
          {one && type !== 'time_trigger' && <ExecutionMode type={type} mode={one.execution_mode} />}
        </>
      }
      drawRows={(rows) => <SortableRows {...rows} onMove={(id, to) => move(query.data ?? [], id, to)} />}
      rowOf={(rule) => ({
        id: rule.id,
        name: rule.name,
        facts: <RuleFacts rule={rule} />,
        found_by: rule.description,
        badge: rule.problems.length > 0 && <Badge tone="warn">{t('automations.problem')}</Badge>,
        opens: { to: rulePath(rule.id) },
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
          { label: t('automations.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(rule) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('automations.delete.title', { name: leaving.name })}
          confirmLabel={t('automations.delete')}
          deleted={t('automations.deleted')}
          kind={keys.automations}
          remove={() => call(deleteRule, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        >
          {t('automations.delete.text', { count: leaving.matched_count })}
        </DeleteDialog>
      )}
    </EntityList>
  )
}

/** The new order shows at once; goes back, with the reason, when the server refuses. */
function useMove() {
  const cache = useQueryClient()
  const list = keys.entities('automations')
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (rules: readonly Rule[]) =>
      call(setRuleWeights, { body: Object.fromEntries(rules.map(({ id }, place) => [id, place + 1])) }),
    onMutate: async (rules) => {
      await cache.cancelQueries({ queryKey: list })
      cache.setQueryData<Rule[]>(list, (all) => [
        ...(all ?? []).filter(({ type }) => type !== rules[0]?.type),
        ...rules,
      ])
    },
    onError: (error, rules) => showFailure(error, () => save.mutate(rules)),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.automations }),
  })
  return (rules: readonly Rule[], id: number, to: number) => {
    const [from, place] = [rules.findIndex((one) => one.id === id), rules.findIndex((one) => one.id === to)]
    const moved = rules[from]
    if (moved && place >= 0) save.mutate(rules.toSpliced(from, 1).toSpliced(place, 0, moved))
  }
}
