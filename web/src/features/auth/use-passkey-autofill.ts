import { askPasskeyToSignIn, signInWithPasskey } from '@parley/contract/auth/passkeys'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSignInCompletion } from './use-login.ts'

/** What is asked of a passkey is good for five minutes; after this long, in milliseconds, it is asked anew. */
const CHALLENGE_REFRESH_MS = 270_000

/**
 * Lets the browser offer passkeys in the list under the address, where it offers passwords; the field must have `webauthn` in its
 * `autocomplete`. Where the browser cannot, nothing happens. Answers why a passkey that was chosen there did not let in.
 */
export function usePasskeyAutofill(isEnabled: boolean, onSignedIn: () => void): Error | null {
  const [refusal, setRefusal] = useState<Error | null>(null)
  const signedIn = useSignInCompletion()
  const signIn = useEffectEvent(async (body: Parameters<typeof signInWithPasskey.body.parse>[0]) => {
    setRefusal(null)
    await signedIn(await call(signInWithPasskey, { body: signInWithPasskey.body.parse(body) }))
    onSignedIn()
  })
  // The browser's list is outside React.
  useEffect(() => {
    if (!isEnabled) return
    let isCancelled = false
    let abort = () => {}
    const offer = async () => {
      const webauthn = await import('@simplewebauthn/browser')
      if (isCancelled || !(await webauthn.browserSupportsWebAuthnAutofill())) return
      const { ticket, options } = await call(askPasskeyToSignIn, { body: {} })
      if (isCancelled) return
      abort = () => webauthn.WebAuthnAbortService.cancelCeremony()
      type OptionsJson = Parameters<typeof webauthn.startAuthentication>[0]['optionsJSON']
      const answer = await webauthn.startAuthentication({
        optionsJSON: options as unknown as OptionsJson, // as the server's half of the library made them
        useBrowserAutofill: true,
      })
      abort = () => {}
      await signIn({ ticket, answer }).catch(setRefusal)
    }
    // Nobody has asked for anything yet: what fails before a passkey is chosen is not worth a word, and the button is there.
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
