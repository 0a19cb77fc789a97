import { previewSlaPolicyDeletion } from '@parley/contract/deletions'
import { listSlaPolicies, type SlaPolicy } from '@parley/contract/lookups'
import { deleteSlaPolicy } from '@parley/contract/sla'
import { slaMetrics } from '@parley/contract/sla-metrics'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Clock, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { metricKeys, SLA, slaPath, targetOf } from './sla-fields.ts'

/** What is promised, and who is told when a promise is at risk. */
export function SlaListPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const query = useQuery(entitiesQuery('sla', listSlaPolicies))
  const [leaving, setLeaving] = useState<SlaPolicy | null>(null)
  const promised = (policy: SlaPolicy) =>
    slaMetrics
      .flatMap((metric) => {
        const time = policy[targetOf[metric]]
        return time ? [`${t(metricKeys[metric])} ${time}`] : []
      })
      .join(', ')
  return (
    <EntityList
      title={t('admin.sla')}
      lead={t('sla.lead')}
      icon={Clock}
      query={query}
      creation={{ label: t('sla.new'), to: `${SLA}/new` }}
      empty={{ title: t('sla.empty.title'), text: t('sla.empty.text') }}
      rowOf={(policy) => ({
        id: policy.id,
        name: policy.name,
        facts: promised(policy),
        opens: { to: slaPath(policy.id) },
        actions: [
          { label: t('sla.edit'), icon: Pencil, onClick: () => void navigate({ to: slaPath(policy.id) }) },
          { label: t('sla.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(policy) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('sla.delete.title', { name: leaving.name })}
          confirmLabel={t('sla.delete')}
          deleted={t('sla.deleted')}
          kind={keys.sla}
          preview={() => call(previewSlaPolicyDeletion, { params: { id: String(leaving.id) } })}
          remove={() => call(deleteSlaPolicy, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </EntityList>
  )
}
