import { createRule } from '@parley/contract/automations/automations'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { AUTOMATIONS_PATH, rulePath, toTypeSearch } from './automation-search.ts'
import { newRule, ruleSchema } from './rule-fields.ts'
import { RuleSections } from './rule-sections.tsx'

export function NewRulePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { type = 'new_conversation' } = useSearch({ from: '/main/admin-area/admin/automations/new' })
  const form = useEntityForm({
    schema: ruleSchema(t),
    values: newRule(type),
    draftKey: 'automations/new',
    invalidateKey: queryKeys.automations,
    successMessage: t('automations.created'),
    save: (body, attempt) => call(createRule, { body, ...attempt }),
    onSaved: (rule) => void navigate({ to: AUTOMATIONS_PATH, search: toTypeSearch(rule.type) }),
    continueAt: ({ id }) => ({ path: rulePath(id), draftKey: `automations/${id}` }),
  })
  return (
    <FormPage
      form={form}
      wide
      title={t('automations.new')}
      lead={t('automations.new.lead')}
      parent={{ to: AUTOMATIONS_PATH, label: t('admin.automations') }}
      createLabel={t('automations.create')}
    >
      <RuleSections form={form} />
    </FormPage>
  )
}
