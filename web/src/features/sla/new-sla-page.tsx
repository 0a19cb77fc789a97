import { createSlaPolicy, SlaWrite } from '@parley/contract/sla/sla-policies'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { newPolicy, SLA_PATH, slaPath } from './sla-fields.ts'
import { SlaSections } from './sla-sections.tsx'

export function NewSlaPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: SlaWrite,
    values: newPolicy,
    draftKey: 'sla/new',
    invalidateKey: queryKeys.sla,
    successMessage: t('sla.created'),
    save: (body, attempt) => call(createSlaPolicy, { body, ...attempt }),
    onSaved: () => void navigate({ to: SLA_PATH }),
    continueAt: ({ id }) => ({ path: slaPath(id), draftKey: `sla/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('sla.new')}
      lead={t('sla.lead')}
      parent={{ to: SLA_PATH, label: t('admin.sla') }}
      createLabel={t('sla.create')}
    >
      <SlaSections form={form} isNew />
    </FormPage>
  )
}
