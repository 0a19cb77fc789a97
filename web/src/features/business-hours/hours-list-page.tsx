import {
  type BusinessHours,
  deleteBusinessHours,
  listBusinessHours,
  weekdays,
} from '@parley/contract/business-hours/business-hours'
import { previewBusinessHoursDeletion } from '@parley/contract/shared/deletion-previews'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { CalendarClock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { useWorkspaceTime } from '../../working-time/use-workspace-time.ts'
import { HOURS_PATH, hoursPath } from './hours-fields.ts'

/** Business hours of the workspace and its teams. */
export function HoursListPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('business-hours', listBusinessHours))
  const { hours_id } = useWorkspaceTime()
  const [deleting, setDeleting] = useState<BusinessHours | null>(null)
  return (
    <EntityList
      title={t('admin.business_hours')}
      lead={t('hours.lead')}
      icon={CalendarClock}
      query={query}
      createAction={{ label: t('hours.new'), to: `${HOURS_PATH}/new` }}
      empty={{ title: t('hours.empty.title'), text: t('hours.empty.text') }}
      toRow={(hours) => ({
        id: hours.id,
        name: hours.name,
        details: describeHours(hours, t),
        badge: hours.id === hours_id && <Badge>{t('hours.default')}</Badge>,
        open: { to: hoursPath(hours.id) },
        actions: [
          { label: t('hours.edit'), icon: Pencil, onClick: () => void navigate({ to: hoursPath(hours.id) }) },
          { label: t('hours.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(hours) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('hours.delete.title', { name: deleting.name })}
          confirmLabel={t('hours.delete')}
          successMessage={t('hours.deleted')}
          invalidateKey={queryKeys.business_hours}
          preview={() => call(previewBusinessHoursDeletion, { params: { id: String(deleting.id) } })}
          onConfirm={() => call(deleteBusinessHours, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        />
      )}
    </EntityList>
  )
}

function describeHours(hours: BusinessHours, t: TFunction): string {
  if (hours.is_always_open) return t('hours.always')
  const days = t('hours.fact.days', { count: weekdays.filter((day) => hours.hours[day]).length })
  const { length } = hours.holidays
  return length > 0 ? `${days}, ${t('hours.fact.holidays', { count: length })}` : days
}
