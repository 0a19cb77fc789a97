import { getSlaPolicy, SlaWrite, updateSlaPolicy } from '@parley/contract/sla/sla-policies'
import type { SlaPolicy } from '@parley/contract/sla/sla-policy'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { fieldsOf, SLA_PATH } from './sla-fields.ts'
import { SlaSections } from './sla-sections.tsx'

export function SlaPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/sla/$id/edit' })
  const query = useQuery(entityQuery('sla', getSlaPolicy, id))
  return (
    <EntityPage query={query} parent={{ to: SLA_PATH, label: t('admin.sla') }}>
      {(policy) => <SlaForm key={policy.id} policy={policy} />}
    </EntityPage>
  )
}

function SlaForm({ policy }: { policy: SlaPolicy }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: SlaWrite,
    values: fieldsOf(policy),
    fetchCurrent: () => call(getSlaPolicy, { params: { id: String(policy.id) } }),
    fieldsOf,
    draftKey: `sla/${policy.id}`,
    invalidateKey: queryKeys.sla,
    successMessage: t('sla.saved'),
    save: (body, attempt) => call(updateSlaPolicy, { params: { id: String(policy.id) }, body, ...attempt }),
  })
  return (
    <FormPage form={form} title={policy.name} parent={{ to: SLA_PATH, label: t('admin.sla') }}>
      <SlaSections form={form} />
    </FormPage>
  )
}
