import { askPasskeyToSignIn, signInWithPasskey } from '@parley/contract/auth/passkeys'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSignInCompletion } from './use-login.ts'

/** In milliseconds. A challenge is valid for five minutes; it is replaced before that. */
const CHALLENGE_REFRESH_MS = 270_000

const loadWebAuthn = () => import('@simplewebauthn/browser')

/**
 * Offers passkeys in the browser's autofill list of the email field (WebAuthn conditional mediation); the field needs
 * `webauthn` in its `autocomplete`. Does nothing in browsers without support. Returns the error of a passkey that was
 * chosen there.
 */
export function usePasskeyAutofill(isEnabled: boolean, onSignedIn: () => void): Error | null {
  const [refusal, setRefusal] = useState<Error | null>(null)
  const completeSignIn = useSignInCompletion()
  const signIn = useEffectEvent(async (body: Parameters<typeof signInWithPasskey.body.parse>[0]) => {
    setRefusal(null)
    await completeSignIn(await call(signInWithPasskey, { body: signInWithPasskey.body.parse(body) }))
    onSignedIn()
  })
  // The browser's autofill is outside React.
  useEffect(() => {
    if (!isEnabled) return
    let isCancelled = false
    let abort = () => {}
    const offer = async () => {
      const webauthn = await loadWebAuthn()
      if (isCancelled || !(await webauthn.browserSupportsWebAuthnAutofill())) return
      const { ticket, options } = await call(askPasskeyToSignIn, { body: {} })
      if (isCancelled) return
      abort = () => webauthn.WebAuthnAbortService.cancelCeremony()
      type OptionsJson = Parameters<typeof webauthn.startAuthentication>[0]['optionsJSON']
      const answer = await webauthn.startAuthentication({
        optionsJSON: options as unknown as OptionsJson, // created by the server's half of the library
        useBrowserAutofill: true,
      })
      abort = () => {}
      await signIn({ ticket, answer }).catch(setRefusal)
    }
    // The user hasn't asked for anything yet: errors before a passkey is chosen are ignored, and the button remains.
    const offerSilently = () => void offer().catch(() => {})
    offerSilently()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') offerSilently()
    }, CHALLENGE_REFRESH_MS)
    return () => {
      isCancelled = true
      clearInterval(timer)
      abort()
    }
  }, [isEnabled])
  return refusal
}
