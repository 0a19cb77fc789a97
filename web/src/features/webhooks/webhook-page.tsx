import { getWebhook, updateWebhook, type Webhook, WebhookWrite } from '@parley/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { HealthBadge } from './health.tsx'
import { fieldsOf, WEBHOOKS } from './webhook-fields.ts'
import { WebhookParts } from './webhook-parts.tsx'
import { WebhookSections } from './webhook-sections.tsx'

export function WebhookPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/webhooks/$id/edit' })
  const query = useQuery(entityQuery('webhooks', getWebhook, id))
  return (
    <EntityPage query={query} within={{ to: WEBHOOKS, label: t('admin.webhooks') }}>
      {(webhook) => <WebhookForm key={webhook.id} webhook={webhook} />}
    </EntityPage>
  )
}

function WebhookForm({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: WebhookWrite,
    values: fieldsOf(webhook),
    current: () => call(getWebhook, { params: { id: String(webhook.id) } }),
    fieldsOf,
    place: `webhooks/${webhook.id}`,
    secret: ['secret'],
    refresh: keys.webhooks,
    said: t('webhooks.saved'),
    save: (body, attempt) => call(updateWebhook, { params: { id: String(webhook.id) }, body, ...attempt }),
  })
  return (
    <FormPage
      of={form}
      title={webhook.name}
      within={{ to: WEBHOOKS, label: t('admin.webhooks') }}
      actions={<HealthBadge webhook={webhook} />}
    >
      <WebhookParts id={webhook.id} />
      <WebhookSections of={form} stored={webhook} />
    </FormPage>
  )
}
