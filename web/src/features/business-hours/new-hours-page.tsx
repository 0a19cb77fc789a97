import { BusinessHoursWrite, createBusinessHours } from '@parley/contract/business-hours'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { HOURS, newHours } from './hours-fields.ts'
import { HoursSections } from './hours-sections.tsx'

export function NewHoursPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: BusinessHoursWrite,
    values: newHours,
    place: 'business-hours/new',
    refresh: keys.business_hours,
    said: t('hours.created'),
    save: (body, attempt) => call(createBusinessHours, { body, ...attempt }),
    onSaved: () => void navigate({ to: HOURS }),
  })
  return (
    <FormPage
      of={form}
      title={t('hours.new')}
      lead={t('hours.lead')}
      within={{ to: HOURS, label: t('admin.business_hours') }}
      create={t('hours.create')}
    >
      <HoursSections of={form} isNew />
    </FormPage>
  )
}
