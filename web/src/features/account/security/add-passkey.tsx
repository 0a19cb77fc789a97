import { addPasskey, askForPasskey } from '@parley/contract/auth/passkeys'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { TextField } from '../../../forms/fields/fields.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { useEntityForm } from '../../../forms/use-entity-form.ts'
import { parseDevice } from './parse-device.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

const AddPasskeyFields = z.object({ name: addPasskey.body.shape.name, password: z.string().max(1000) })

/**
 * Asks for a name and the password, then opens the browser's passkey dialog. Shows recovery codes if this is the first
 * second factor.
 */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [codes, setCodes] = useState<string[] | null>(null)
  const form = useEntityForm({
    schema: AddPasskeyFields,
    values: { name: defaultPasskeyName(t), password: '' },
    draftKey: 'account/passkeys/new',
    secretFields: ['password'],
    invalidateKey: queryKeys.my_second_factor,
    successMessage: t('account.passkeys.added'),
    save: (fields) => registerPasskey(fields, t),
    onSaved: ({ recovery_codes }) => (recovery_codes ? setCodes(recovery_codes) : onClose()),
  })
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      title={t('account.passkeys.add')}
      description={t('account.passkeys.begin')}
      submitLabel={t('account.passkeys.add.submit')}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label={t('account.passkeys.name')}
        help={t('account.passkeys.name.help')}
      />
      <TextField
        form={form}
        name="password"
        type="password"
        autoComplete="current-password"
        label={t('account.password')}
        help={t('account.passkeys.password.help')}
        autoFocus
      />
    </FormDialog>
  )
}

async function registerPasskey({ name, password }: z.infer<typeof AddPasskeyFields>, t: TFunction) {
  const [{ startRegistration }, { ticket, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(askForPasskey, { body: password ? { password } : {} }),
  ])
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'] // created by the server's half of the library
  const answer = await startRegistration({ optionsJSON }).catch((cause: unknown) => {
    const isKnown = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new Error(t(isKnown ? 'account.passkeys.known' : 'account.passkeys.cancelled'), { cause })
  })
  return call(addPasskey, { body: { ticket, name, answer } })
}

/** For example "Chrome on Linux". */
function defaultPasskeyName(t: TFunction): string {
  const { browser, system } = parseDevice(navigator.userAgent)
  return browser && system
    ? t('account.sessions.device', { browser, system })
    : (browser ?? system ?? t('account.sessions.unknown'))
}
