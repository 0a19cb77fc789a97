import { getWebhook, updateWebhook, type Webhook, WebhookWrite } from '@parley/contract/webhooks/webhooks'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { fieldsOf, WEBHOOKS_PATH } from './webhook-fields.ts'
import { WebhookHealthBadge } from './webhook-health.tsx'
import { WebhookSections } from './webhook-sections.tsx'
import { WebhookTabs } from './webhook-tabs.tsx'

export function WebhookPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/webhooks/$id/edit' })
  const query = useQuery(entityQuery('webhooks', getWebhook, id))
  return (
    <EntityPage query={query} parent={{ to: WEBHOOKS_PATH, label: t('admin.webhooks') }}>
      {(webhook) => <WebhookForm key={webhook.id} webhook={webhook} />}
    </EntityPage>
  )
}

function WebhookForm({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: WebhookWrite,
    values: fieldsOf(webhook),
    fetchCurrent: () => call(getWebhook, { params: { id: String(webhook.id) } }),
    fieldsOf,
    draftKey: `webhooks/${webhook.id}`,
    secretFields: ['secret'],
    invalidateKey: queryKeys.webhooks,
    successMessage: t('webhooks.saved'),
    save: (body, attempt) => call(updateWebhook, { params: { id: String(webhook.id) }, body, ...attempt }),
  })
  return (
    <FormPage
      form={form}
      title={webhook.name}
      parent={{ to: WEBHOOKS_PATH, label: t('admin.webhooks') }}
      actions={<WebhookHealthBadge webhook={webhook} />}
    >
      <WebhookTabs id={webhook.id} />
      <WebhookSections form={form} stored={webhook} />
    </FormPage>
  )
}
