import { type Webhook, webhookEvents } from '@parley/contract/webhooks/webhooks'
import { useTranslation } from 'react-i18next'
import { CheckboxListField } from '../../forms/fields/checkbox-list-field.tsx'
import { SwitchField, TextField } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { SecretField } from './secret-field.tsx'
import { SignatureHelp } from './signature-help.tsx'
import type { WebhookFields } from './webhook-fields.ts'
import { WebhookTest } from './webhook-test.tsx'

/** The form sections of a webhook; `stored` is set for an existing one. */
export function WebhookSections({ form, stored }: { form: EntityForm<WebhookFields>; stored?: Webhook }) {
  const { t } = useTranslation()
  const boxes = webhookEvents.map((event) => ({
    value: event,
    label: t(`webhooks.event.${event}`),
    help: t(`webhooks.event.${event}.help`),
  }))
  const conversationEvents = boxes.filter(({ value }) => value.startsWith('conversation.'))
  const messageEvents = boxes.filter(({ value }) => value.startsWith('message.'))
  return (
    <>
      <PageSection title={t('webhooks.target')} help={t('webhooks.target.help')}>
        <div className="grid gap-4">
          <TextField form={form} name="name" label={t('webhooks.name')} help={t('webhooks.name.help')} />
          <TextField
            form={form}
            name="url"
            inputMode="url"
            label={t('webhooks.url')}
            help={t('webhooks.url.help')}
            placeholder="https://example.com/parley"
          />
          <SwitchField
            form={form}
            name="is_active"
            label={t('webhooks.active')}
            help={t('webhooks.active.help')}
          />
        </div>
      </PageSection>
      <PageSection title={t('webhooks.events')} help={t('webhooks.events.help')}>
        <div className="grid gap-5">
          <CheckboxListField
            form={form}
            name="events"
            label={t('webhooks.events.conversations')}
            options={conversationEvents}
            hideError
          />
          <CheckboxListField
            form={form}
            name="events"
            label={t('webhooks.events.messages')}
            options={messageEvents}
          />
        </div>
      </PageSection>
      <PageSection title={t('webhooks.signing')} help={t('webhooks.signing.help')}>
        <div className="grid gap-4">
          <SecretField form={form} isStored={Boolean(stored?.secret)} />
          <SignatureHelp />
        </div>
      </PageSection>
      <PageSection title={t('webhooks.test')} help={t('webhooks.test.help')}>
        <WebhookTest form={form} id={stored?.id} />
      </PageSection>
    </>
  )
}
