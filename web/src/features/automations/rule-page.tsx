import type { Rule } from '@parley/contract/automations/automation-rules'
import { getRule, updateRule } from '@parley/contract/automations/automations'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { AUTOMATIONS_PATH } from './automation-search.ts'
import { fieldsOf, ruleSchema } from './rule-fields.ts'
import { RuleProblems } from './rule-problems.tsx'
import { RuleSections } from './rule-sections.tsx'
import { RuleTabs } from './rule-tabs.tsx'

export function RulePage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/automations/$id/edit' })
  const query = useQuery(entityQuery('automations', getRule, id))
  return (
    <EntityPage query={query} parent={{ to: AUTOMATIONS_PATH, label: t('admin.automations') }}>
      {(rule) => <RuleForm key={rule.id} rule={rule} />}
    </EntityPage>
  )
}

function RuleForm({ rule }: { rule: Rule }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: ruleSchema(t),
    values: fieldsOf(rule),
    fetchCurrent: () => call(getRule, { params: { id: String(rule.id) } }),
    fieldsOf,
    draftKey: `automations/${rule.id}`,
    invalidateKey: queryKeys.automations,
    successMessage: t('automations.saved'),
    save: (body, attempt) => call(updateRule, { params: { id: String(rule.id) }, body, ...attempt }),
  })
  return (
    <FormPage
      form={form}
      wide
      title={rule.name}
      lead={rule.description}
      parent={{ to: AUTOMATIONS_PATH, label: t('admin.automations') }}
    >
      <RuleTabs id={rule.id} />
      <RuleProblems problems={rule.problems} />
      <RuleSections form={form} id={rule.id} />
    </FormPage>
  )
}
