import { askPasskeyToConfirm, confirmIdentity } from '@parley/contract/auth/identity-confirmation'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'

/** Confirms the agent's identity with one of their passkeys. */
export function useConfirmByPasskey(onConfirmed: () => void) {
  const { t } = useTranslation()
  return useApiMutation(() => confirmByPasskey(t), { failure: 'inline', onSuccess: onConfirmed })
}

async function confirmByPasskey(t: TFunction) {
  const [{ startAuthentication }, { ticket, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(askPasskeyToConfirm),
  ])
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'] // created by the server's half of the library
  const answer = await startAuthentication({ optionsJSON }).catch((cause: unknown) => {
    throw new Error(t('confirm_identity.passkey_cancelled'), { cause })
  })
  return call(confirmIdentity, { body: { ticket, answer } })
}
