import { askPasskeyToSignIn, signInWithPasskey } from '@parley/contract/auth/passkeys'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { useSignInCompletion } from './use-login.ts'

/** Signs in with a passkey: any of the workspace's, or with the ticket of a password sign-in, one of that agent's. */
export function usePasskeySignIn(sign_in: string | undefined, onSignedIn: () => void) {
  const { t } = useTranslation()
  const completeSignIn = useSignInCompletion()
  return useApiMutation(() => signInByPasskey(sign_in, t), {
    failure: 'inline',
    onSuccess: async (agent) => {
      await completeSignIn(agent)
      onSignedIn()
    },
  })
}

async function signInByPasskey(sign_in: string | undefined, t: TFunction) {
  const [{ startAuthentication }, { ticket, options }] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(askPasskeyToSignIn, { body: { sign_in } }),
  ])
  const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'] // created by the server's half of the library
  const answer = await startAuthentication({ optionsJSON }).catch((cause: unknown) => {
    // Browsers report a cancelled dialog and a timeout alike.
    throw new Error(t('login.passkey.cancelled'), { cause })
  })
  return call(signInWithPasskey, { body: { ticket, answer, sign_in } })
}
