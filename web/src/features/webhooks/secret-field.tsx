import { secretMask } from '@parley/contract/inboxes'
import { Copy, Dices } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SwitchField, TextField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { copyText } from '../../lib/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { newSecret, type WebhookFields } from './webhook-fields.ts'

/** What is generated is shown until it is saved, and never again. */
export function SecretField({ of, isStored }: { of: EntityForm<WebhookFields>; isStored: boolean }) {
  const { t } = useTranslation()
  const secret = useValue(of, 'secret') ?? ''
  const isRemoved = Boolean(useValue(of, 'remove_secret'))
  const [generated, setGenerated] = useState('')
  const isShown = secret !== '' && secret === generated
  const generate = () => {
    const next = newSecret()
    setGenerated(next)
    of.form.setValue('remove_secret', false, { shouldDirty: true })
    of.form.setValue('secret', next, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }
  return (
    <>
      <div>
        <TextField
          of={of}
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
          of={of}
          name="remove_secret"
          label={t('webhooks.secret.remove')}
          help={t('webhooks.secret.remove.help')}
        />
      )}
    </>
  )
}
