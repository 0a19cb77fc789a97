import type { Rule } from '@parley/contract/automations/automation-rules'
import { createRule } from '@parley/contract/automations/automations'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { randomId } from '../../lib/browser/random-id.ts'
import { rulePath } from './automation-search.ts'
import { fieldsOf } from './rule-fields.ts'

/** Creates a copy of a rule and opens it. */
export function useDuplicateRule() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const copy = useApiMutation(
    ({ rule, idempotency_key }: { rule: Rule; idempotency_key: string }) =>
      call(createRule, {
        body: { ...fieldsOf(rule), name: t('macros.copy_of', { name: rule.name }).slice(0, 140) },
        idempotency_key,
      }),
    {
      invalidateKey: queryKeys.automations,
      successMessage: t('automations.duplicated'),
      onSuccess: ({ id }) => void navigate({ to: rulePath(id) }),
    },
  )
  return (rule: Rule) => {
    if (!copy.isPending) copy.mutate({ rule, idempotency_key: randomId() })
  }
}
