import type { SlaPolicy } from '@parley/contract/lookups'
import { getSlaPolicy, SlaWrite, updateSlaPolicy } from '@parley/contract/sla'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { fieldsOf, SLA } from './sla-fields.ts'
import { SlaSections } from './sla-sections.tsx'

export function SlaPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/sla/$id/edit' })
  const query = useQuery(entityQuery('sla', getSlaPolicy, id))
  return (
    <EntityPage query={query} within={{ to: SLA, label: t('admin.sla') }}>
      {(policy) => <SlaForm key={policy.id} policy={policy} />}
    </EntityPage>
  )
}

function SlaForm({ policy }: { policy: SlaPolicy }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: SlaWrite,
    values: fieldsOf(policy),
    current: () => call(getSlaPolicy, { params: { id: String(policy.id) } }),
    fieldsOf,
    place: `sla/${policy.id}`,
    refresh: keys.sla,
    said: t('sla.saved'),
    save: (body, attempt) => call(updateSlaPolicy, { params: { id: String(policy.id) }, body, ...attempt }),
  })
  return (
    <FormPage of={form} title={policy.name} within={{ to: SLA, label: t('admin.sla') }}>
      <SlaSections of={form} />
    </FormPage>
  )
}
