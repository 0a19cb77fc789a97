import { createWebhook, WebhookWrite } from '@parley/contract/webhooks'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { newWebhook, WEBHOOKS } from './webhook-fields.ts'
import { WebhookSections } from './webhook-sections.tsx'

export function NewWebhookPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useEntityForm({
    schema: WebhookWrite,
    values: newWebhook,
    place: 'webhooks/new',
    secret: ['secret'],
    refresh: keys.webhooks,
    said: t('webhooks.created'),
    save: (body, attempt) => call(createWebhook, { body, ...attempt }),
    onSaved: () => void navigate({ to: WEBHOOKS }),
  })
  return (
    <FormPage
      of={form}
      title={t('webhooks.new')}
      lead={t('webhooks.new.lead')}
      within={{ to: WEBHOOKS, label: t('admin.webhooks') }}
      create={t('webhooks.create')}
    >
      <WebhookSections of={form} />
    </FormPage>
  )
}
