import { secretMask } from '@parley/contract/inboxes/inboxes'
import { Copy, Dices } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { newSecret, type WebhookFields } from './webhook-fields.ts'

/** A generated secret is visible until it is saved, and never again. */
export function SecretField({ form, isStored }: { form: EntityForm<WebhookFields>; isStored: boolean }) {
  const { t } = useTranslation()
  const secret = useFieldValue(form, 'secret') ?? ''
  const isRemoved = Boolean(useFieldValue(form, 'remove_secret'))
  const [generated, setGenerated] = useState('')
  const isShown = secret !== '' && secret === generated
  const generate = () => {
    const next = newSecret()
    setGenerated(next)
    form.methods.setValue('remove_secret', false, { shouldDirty: true })
    form.methods.setValue('secret', next, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }
  return (
    <>
      <div>
        <TextField
          form={form}
          name="secret"
          type={isShown ? 'text' : 'password'}
          autoComplete="new-password"
          disabled={isRemoved}
          placeholder={isStored ? secretMask : undefined}
          label={t('webhooks.secret')}
          help={t(
            isShown ? 'webhooks.secret.shown' : isStored ? 'webhooks.secret.stored' : 'webhooks.secret.help',
          )}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={generate}>
            <Dices size={14} aria-hidden />
            {t('webhooks.secret.generate')}
          </Button>
          {isShown && (
            <Button onClick={() => copyText(secret, t('webhooks.secret.copied'), t)}>
              <Copy size={14} aria-hidden />
              {t('webhooks.secret.copy')}
            </Button>
          )}
        </div>
      </div>
      {isStored && secret === '' && (
        <SwitchField
          form={form}
          name="remove_secret"
          label={t('webhooks.secret.remove')}
          help={t('webhooks.secret.remove.help')}
        />
      )}
    </>
  )
}
