import { askPasskeyToConfirm, confirmIdentity } from '@parley/contract/auth/identity-confirmation'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'

/** Confirms the agent's identity with one of their passkeys. */
export function useConfirmByPasskey(onConfirmed: () => void) {
  const { t } = useTranslation()
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const [{ startAuthentication }, { ticket, options }] = await Promise.all([
        import('@simplewebauthn/browser'),
        call(askPasskeyToConfirm),
      ])
      const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'] // created by the server's half of the library
      const answer = await startAuthentication({ optionsJSON }).catch((cause: unknown) => {
        throw new Error(t('confirm_identity.passkey_cancelled'), { cause })
      })
      return call(confirmIdentity, { body: { ticket, answer } })
    },
    onSuccess: onConfirmed,
  })
}
