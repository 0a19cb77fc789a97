import { createRule } from '@parley/contract/automations'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { AUTOMATIONS, typeSearch } from './places.ts'
import { newRule, ruleSchema } from './rule-fields.ts'
import { RuleSections } from './rule-sections.tsx'

export function NewRulePage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { type = 'new_conversation' } = useSearch({ from: '/main/admin-area/admin/automations/new' })
  const form = useEntityForm({
    schema: ruleSchema(t),
    values: newRule(type),
    place: 'automations/new',
    refresh: keys.automations,
    said: t('automations.created'),
    save: (body, attempt) => call(createRule, { body, ...attempt }),
    onSaved: (rule) => void navigate({ to: AUTOMATIONS, search: typeSearch(rule.type) }),
  })
  return (
    <FormPage
      of={form}
      wide
      title={t('automations.new')}
      lead={t('automations.new.lead')}
      within={{ to: AUTOMATIONS, label: t('admin.automations') }}
      create={t('automations.create')}
    >
      <RuleSections of={form} />
    </FormPage>
  )
}
