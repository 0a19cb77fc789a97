import { deleteWebhook, listWebhooks, toggleWebhook, type Webhook } from '@parley/contract/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, ScrollText, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { HealthBadge, HealthFacts } from './health.tsx'
import { logPath, WEBHOOKS, webhookPath } from './webhook-fields.ts'

/** What comes of deliveries is not pushed. */
const lookAgain = { refetchInterval: 10_000 }

/** Which other systems are told of what happens here, and whether it arrives. */
export function WebhooksPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery({ ...entitiesQuery('webhooks', listWebhooks), ...lookAgain })
  const [leaving, setLeaving] = useState<Webhook | null>(null)
  const toggle = async ({ id }: Webhook) => {
    await call(toggleWebhook, { params: { id: String(id) } })
    await cache.invalidateQueries({ queryKey: keys.webhooks })
  }
  return (
    <EntityList
      title={t('admin.webhooks')}
      lead={t('webhooks.lead')}
      icon={WebhookIcon}
      query={query}
      creation={{ label: t('webhooks.new'), to: `${WEBHOOKS}/new` }}
      empty={{ title: t('webhooks.empty.title'), text: t('webhooks.empty.text') }}
      rowOf={(webhook) => ({
        id: webhook.id,
        name: webhook.name,
        facts: <HealthFacts webhook={webhook} />,
        found_by: webhook.url,
        badge: <HealthBadge webhook={webhook} />,
        opens: { to: webhookPath(webhook.id) },
        enabled: {
          on: webhook.is_active,
          label: t('webhooks.active.of', { name: webhook.name }),
          save: () => toggle(webhook),
        },
        actions: [
          {
            label: t('webhooks.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: webhookPath(webhook.id) }),
          },
          {
            label: t('webhooks.log.open'),
            icon: ScrollText,
            onClick: () => void navigate({ to: logPath(webhook.id) }),
          },
          { label: t('webhooks.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(webhook) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('webhooks.delete.title', { name: leaving.name })}
          confirmLabel={t('webhooks.delete')}
          deleted={t('webhooks.deleted')}
          kind={keys.webhooks}
          remove={() => call(deleteWebhook, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        >
          {t('webhooks.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
