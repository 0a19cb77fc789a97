import { tryWebhook } from '@parley/contract/webhooks/webhooks'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { DeliveryOutcome } from './delivery-outcome.tsx'
import type { WebhookFields } from './webhook-fields.ts'

/** Sends a test event with the current form values, saved or not, and shows the response. */
export function WebhookTest({ form, id }: { form: EntityForm<WebhookFields>; id: number | undefined }) {
  const { t } = useTranslation()
  const test = useApiMutation(
    ({ name, url, secret }: WebhookFields) =>
      call(tryWebhook, { body: { ...(id !== undefined && { id }), name, url, secret } }),
    { failure: 'inline' },
  )
  const send = async () => {
    if (await form.methods.trigger(['url', 'secret'])) test.mutate(form.methods.getValues())
  }
  return (
    <div className="space-y-3">
      <Button onClick={() => void send()} loading={test.isPending}>
        <Send size={14} aria-hidden />
        {t('webhooks.test.send')}
      </Button>
      {test.data && !test.isPending && <DeliveryOutcome outcome={test.data} isLive />}
      {test.error && !test.isPending && (
        <p role="alert" className="text-bad">
          {test.error.message}
        </p>
      )}
    </div>
  )
}
