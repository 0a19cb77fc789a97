import { BusinessHoursWrite, createBusinessHours } from '@parley/contract/business-hours/business-hours'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { HOURS_PATH, hoursPath, newHours } from './hours-fields.ts'
import { HoursSections } from './hours-sections.tsx'

export function NewHoursPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: BusinessHoursWrite,
    values: newHours,
    draftKey: 'business-hours/new',
    invalidateKey: queryKeys.business_hours,
    successMessage: t('hours.created'),
    save: (body, attempt) => call(createBusinessHours, { body, ...attempt }),
    onSaved: () => void navigate({ to: HOURS_PATH }),
    continueAt: ({ id }) => ({ path: hoursPath(id), draftKey: `business-hours/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('hours.new')}
      lead={t('hours.lead')}
      parent={{ to: HOURS_PATH, label: t('admin.business_hours') }}
      createLabel={t('hours.create')}
    >
      <HoursSections form={form} isNew />
    </FormPage>
  )
}
