import type { Rule } from '@parley/contract/automation-rules'
import { getRule, updateRule } from '@parley/contract/automations'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { AUTOMATIONS } from './places.ts'
import { Problems } from './problems.tsx'
import { fieldsOf, ruleSchema } from './rule-fields.ts'
import { RuleParts } from './rule-parts.tsx'
import { RuleSections } from './rule-sections.tsx'

export function RulePage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/automations/$id/edit' })
  const query = useQuery(entityQuery('automations', getRule, id))
  return (
    <EntityPage query={query} within={{ to: AUTOMATIONS, label: t('admin.automations') }}>
      {(rule) => <RuleForm key={rule.id} rule={rule} />}
    </EntityPage>
  )
}

function RuleForm({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: ruleSchema(t),
    values: fieldsOf(rule),
    current: () => call(getRule, { params: { id: String(rule.id) } }),
    fieldsOf,
    place: `automations/${rule.id}`,
    refresh: keys.automations,
    said: t('automations.saved'),
    save: (body, attempt) => call(updateRule, { params: { id: String(rule.id) }, body, ...attempt }),
  })
  return (
    <FormPage
      of={form}
      wide
      title={rule.name}
      lead={rule.description}
      within={{ to: AUTOMATIONS, label: t('admin.automations') }}
    >
      <RuleParts id={rule.id} />
      <Problems problems={rule.problems} />
      <RuleSections of={form} id={rule.id} />
    </FormPage>
  )
}
