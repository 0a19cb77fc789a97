import { previewSlaPolicyDeletion } from '@parley/contract/shared/deletion-previews'
import { slaMetrics } from '@parley/contract/sla/sla-metrics'
import { deleteSlaPolicy } from '@parley/contract/sla/sla-policies'
import { listSlaPolicies, type SlaPolicy } from '@parley/contract/sla/sla-policy'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Clock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { metricKeys, SLA_PATH, slaPath, targetFields } from './sla-fields.ts'

/** SLA policies: targets, and who is notified when one is at risk. */
export function SlaListPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('sla', listSlaPolicies))
  const [deleting, setDeleting] = useState<SlaPolicy | null>(null)
  const describeTargets = (policy: SlaPolicy) =>
    slaMetrics
      .flatMap((metric) => {
        const time = policy[targetFields[metric]]
        return time ? [`${t(metricKeys[metric])} ${time}`] : []
      })
      .join(', ')
  return (
    <EntityList
      title={t('admin.sla')}
      lead={t('sla.lead')}
      icon={Clock}
      query={query}
      createAction={{ label: t('sla.new'), to: `${SLA_PATH}/new` }}
      empty={{ title: t('sla.empty.title'), text: t('sla.empty.text') }}
      toRow={(policy) => ({
        id: policy.id,
        name: policy.name,
        details: describeTargets(policy),
        open: { to: slaPath(policy.id) },
        actions: [
          { label: t('sla.edit'), icon: Pencil, onClick: () => void navigate({ to: slaPath(policy.id) }) },
          { label: t('sla.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(policy) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('sla.delete.title', { name: deleting.name })}
          confirmLabel={t('sla.delete')}
          successMessage={t('sla.deleted')}
          invalidateKey={queryKeys.sla}
          preview={() => call(previewSlaPolicyDeletion, { params: { id: String(deleting.id) } })}
          onConfirm={() => call(deleteSlaPolicy, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        />
      )}
    </EntityList>
  )
}
