import { deleteWebhook, listWebhooks, toggleWebhook, type Webhook } from '@parley/contract/webhooks/webhooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, ScrollText, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { logPath, WEBHOOKS_PATH, webhookPath } from './webhook-fields.ts'
import { WebhookDetails, WebhookHealthBadge } from './webhook-health.tsx'

/** Delivery results are not pushed. */
const POLLING = { refetchInterval: 10_000 }

/** Webhooks and their delivery health. */
export function WebhooksPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery({ ...entitiesQuery('webhooks', listWebhooks), ...POLLING })
  const [deleting, setDeleting] = useState<Webhook | null>(null)
  const toggle = async ({ id }: Webhook) => {
    await call(toggleWebhook, { params: { id: String(id) } })
    await cache.invalidateQueries({ queryKey: queryKeys.webhooks })
  }
  return (
    <EntityList
      title={t('admin.webhooks')}
      lead={t('webhooks.lead')}
      icon={WebhookIcon}
      query={query}
      createAction={{ label: t('webhooks.new'), to: `${WEBHOOKS_PATH}/new` }}
      empty={{ title: t('webhooks.empty.title'), text: t('webhooks.empty.text') }}
      toRow={(webhook) => ({
        id: webhook.id,
        name: webhook.name,
        details: <WebhookDetails webhook={webhook} />,
        searchKeywords: webhook.url,
        badge: <WebhookHealthBadge webhook={webhook} />,
        open: { to: webhookPath(webhook.id) },
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
          { label: t('webhooks.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(webhook) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('webhooks.delete.title', { name: deleting.name })}
          confirmLabel={t('webhooks.delete')}
          successMessage={t('webhooks.deleted')}
          invalidateKey={queryKeys.webhooks}
          onConfirm={() => call(deleteWebhook, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        >
          {t('webhooks.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
