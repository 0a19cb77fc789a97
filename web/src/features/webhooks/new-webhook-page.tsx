import { createWebhook, WebhookWrite } from '@parley/contract/webhooks/webhooks'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { newWebhook, WEBHOOKS_PATH, webhookPath } from './webhook-fields.ts'
import { WebhookSections } from './webhook-sections.tsx'

export function NewWebhookPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: WebhookWrite,
    values: newWebhook,
    draftKey: 'webhooks/new',
    secretFields: ['secret'],
    invalidateKey: queryKeys.webhooks,
    successMessage: t('webhooks.created'),
    save: (body, attempt) => call(createWebhook, { body, ...attempt }),
    onSaved: () => void navigate({ to: WEBHOOKS_PATH }),
    continueAt: ({ id }) => ({ path: webhookPath(id), draftKey: `webhooks/${id}` }),
  })
  return (
    <FormPage
      form={form}
      title={t('webhooks.new')}
      lead={t('webhooks.new.lead')}
      parent={{ to: WEBHOOKS_PATH, label: t('admin.webhooks') }}
      createLabel={t('webhooks.create')}
    >
      <WebhookSections form={form} />
    </FormPage>
  )
}
