import { type Webhook, webhookEvents } from '@parley/contract/webhooks'
import { useTranslation } from 'react-i18next'
import { BoxesField } from '../../admin/boxes-field.tsx'
import { SwitchField, TextField } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { PageSection } from '../../ui/page.tsx'
import { HowToVerify } from './how-to-verify.tsx'
import { SecretField } from './secret-field.tsx'
import type { WebhookFields } from './webhook-fields.ts'
import { WebhookTest } from './webhook-test.tsx'

/** The fields of a webhook; `stored` when it exists already. */
export function WebhookSections({ of, stored }: { of: EntityForm<WebhookFields>; stored?: Webhook }) {
  const { t } = useTranslation()
  const boxes = webhookEvents.map((event) => ({
    value: event,
    label: t(`webhooks.event.${event}`),
    help: t(`webhooks.event.${event}.help`),
  }))
  const ofConversations = boxes.filter(({ value }) => value.startsWith('conversation.'))
  const ofMessages = boxes.filter(({ value }) => value.startsWith('message.'))
  return (
    <>
      <PageSection title={t('webhooks.target')} help={t('webhooks.target.help')}>
        <div className="grid gap-4">
          <TextField of={of} name="name" label={t('webhooks.name')} help={t('webhooks.name.help')} />
          <TextField
            of={of}
            name="url"
            inputMode="url"
            label={t('webhooks.url')}
            help={t('webhooks.url.help')}
            placeholder="https://example.com/parley"
          />
          <SwitchField
            of={of}
            name="is_active"
            label={t('webhooks.active')}
            help={t('webhooks.active.help')}
          />
        </div>
      </PageSection>
      <PageSection title={t('webhooks.events')} help={t('webhooks.events.help')}>
        <div className="grid gap-5">
          <BoxesField
            of={of}
            name="events"
            label={t('webhooks.events.conversations')}
            boxes={ofConversations}
            errorIsElsewhere
          />
          <BoxesField of={of} name="events" label={t('webhooks.events.messages')} boxes={ofMessages} />
        </div>
      </PageSection>
      <PageSection title={t('webhooks.signing')} help={t('webhooks.signing.help')}>
        <div className="grid gap-4">
          <SecretField of={of} isStored={Boolean(stored?.secret)} />
          <HowToVerify />
        </div>
      </PageSection>
      <PageSection title={t('webhooks.test')} help={t('webhooks.test.help')}>
        <WebhookTest of={of} id={stored?.id} />
      </PageSection>
    </>
  )
}
