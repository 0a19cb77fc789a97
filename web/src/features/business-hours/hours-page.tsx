import {
  type BusinessHours,
  BusinessHoursWrite,
  getBusinessHours,
  updateBusinessHours,
} from '@parley/contract/business-hours/business-hours'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { fieldsOf, HOURS_PATH } from './hours-fields.ts'
import { HoursSections } from './hours-sections.tsx'

export function HoursPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/business-hours/$id/edit' })
  const query = useQuery(entityQuery('business-hours', getBusinessHours, id))
  return (
    <EntityPage query={query} parent={{ to: HOURS_PATH, label: t('admin.business_hours') }}>
      {(hours) => <HoursForm key={hours.id} hours={hours} />}
    </EntityPage>
  )
}

function HoursForm({ hours }: { hours: BusinessHours }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: BusinessHoursWrite,
    values: fieldsOf(hours),
    fetchCurrent: () => call(getBusinessHours, { params: { id: String(hours.id) } }),
    fieldsOf,
    draftKey: `business-hours/${hours.id}`,
    invalidateKey: queryKeys.business_hours,
    successMessage: t('hours.saved'),
    save: (body, attempt) =>
      call(updateBusinessHours, { params: { id: String(hours.id) }, body, ...attempt }),
  })
  return (
    <FormPage form={form} title={hours.name} parent={{ to: HOURS_PATH, label: t('admin.business_hours') }}>
      <HoursSections form={form} />
    </FormPage>
  )
}
