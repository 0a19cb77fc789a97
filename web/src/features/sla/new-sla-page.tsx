import { createSlaPolicy, SlaWrite } from '@parley/contract/sla'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { newPolicy, SLA } from './sla-fields.ts'
import { SlaSections } from './sla-sections.tsx'

export function NewSlaPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: SlaWrite,
    values: newPolicy,
    place: 'sla/new',
    refresh: keys.sla,
    said: t('sla.created'),
    save: (body, attempt) => call(createSlaPolicy, { body, ...attempt }),
    onSaved: () => void navigate({ to: SLA }),
  })
  return (
    <FormPage
      of={form}
      title={t('sla.new')}
      lead={t('sla.lead')}
      within={{ to: SLA, label: t('admin.sla') }}
      create={t('sla.create')}
    >
      <SlaSections of={form} isNew />
    </FormPage>
  )
}
