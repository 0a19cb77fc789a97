import type { Rule } from '@parley/contract/automation-rules'
import { createRule } from '@parley/contract/automations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { rulePath } from './places.ts'
import { fieldsOf } from './rule-fields.ts'

/** A copy of its own, opened for changing. */
export function useDuplicate() {
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
      await cache.invalidateQueries({ queryKey: keys.automations })
      toast.success(t('automations.duplicated'))
      void navigate({ to: rulePath(id) })
    },
    onError: (error, again) => showFailure(error, () => copy.mutate(again)),
  })
  return (rule: Rule) => {
    if (!copy.isPending) copy.mutate({ rule, idempotency_key: crypto.randomUUID() })
  }
}
