import type { Rule } from '@parley/contract/automations/automation-rules'
import { createRule } from '@parley/contract/automations/automations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { rulePath } from './automation-search.ts'
import { fieldsOf } from './rule-fields.ts'

/** Creates a copy of a rule and opens it. */
export function useDuplicateRule() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const copy = useMutation({
    networkMode: 'always',
    mutationFn: ({ rule, idempotency_key }: { rule: Rule; idempotency_key: string }) =>
      call(createRule, {
        body: { ...fieldsOf(rule), name: t('macros.copy_of', { name: rule.name }).slice(0, 140) },
        idempotency_key,
      }),
    onSuccess: async ({ id }) => {
      await cache.invalidateQueries({ queryKey: queryKeys.automations })
      toast.success(t('automations.duplicated'))
      void navigate({ to: rulePath(id) })
    },
    onError: (error, variables) => showFailure(error, () => copy.mutate(variables)),
  })
  return (rule: Rule) => {
    if (!copy.isPending) copy.mutate({ rule, idempotency_key: crypto.randomUUID() })
  }
}
