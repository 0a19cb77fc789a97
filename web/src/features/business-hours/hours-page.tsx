import {
  type BusinessHours,
  BusinessHoursWrite,
  getBusinessHours,
  updateBusinessHours,
} from '@parley/contract/business-hours'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { fieldsOf, HOURS } from './hours-fields.ts'
import { HoursSections } from './hours-sections.tsx'

export function HoursPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/business-hours/$id/edit' })
  const query = useQuery(entityQuery('business-hours', getBusinessHours, id))
  return (
    <EntityPage query={query} within={{ to: HOURS, label: t('admin.business_hours') }}>
      {(hours) => <HoursForm key={hours.id} hours={hours} />}
    </EntityPage>
  )
}

function HoursForm({ hours }: { hours: BusinessHours }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: BusinessHoursWrite,
    values: fieldsOf(hours),
    current: () => call(getBusinessHours, { params: { id: String(hours.id) } }),
    fieldsOf,
    place: `business-hours/${hours.id}`,
    refresh: keys.business_hours,
    said: t('hours.saved'),
    save: (body, attempt) =>
      call(updateBusinessHours, { params: { id: String(hours.id) }, body, ...attempt }),
  })
  return (
    <FormPage of={form} title={hours.name} within={{ to: HOURS, label: t('admin.business_hours') }}>
      <HoursSections of={form} />
    </FormPage>
  )
}
