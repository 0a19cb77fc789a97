import { askPasskeyToSignIn, signInWithPasskey } from '@parley/contract/passkeys'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { useSignedIn } from './use-login.ts'

/** What is asked of a passkey is good for five minutes; after this long, in milliseconds, it is asked anew. */
const FRESH_MS = 270_000

/**
 * Lets the browser offer passkeys in the list under the address, where it offers passwords; the field must have `webauthn` in its
 * `autocomplete`. Where the browser cannot, nothing happens. Answers why a passkey that was chosen there did not let in.
 */
export function useOfferedPasskeys(wanted: boolean, onSignedIn: () => void): Error | null {
  const [refusal, setRefusal] = useState<Error | null>(null)
  const signedIn = useSignedIn()
  const enter = useEffectEvent(async (body: Parameters<typeof signInWithPasskey.body.parse>[0]) => {
    setRefusal(null)
    await signedIn(await call(signInWithPasskey, { body: signInWithPasskey.body.parse(body) }))
    onSignedIn()
  })
  // The browser's list is outside React.
  useEffect(() => {
    if (!wanted) return
    let over = false
    let withdraw = () => {}
    const offer = async () => {
      const webauthn = await import('@simplewebauthn/browser')
      if (over || !(await webauthn.browserSupportsWebAuthnAutofill())) return
      const { ticket, options } = await call(askPasskeyToSignIn, { body: {} })
      if (over) return
      withdraw = () => webauthn.WebAuthnAbortService.cancelCeremony()
      type Given = Parameters<typeof webauthn.startAuthentication>[0]['optionsJSON']
      const answer = await webauthn.startAuthentication({
        optionsJSON: options as unknown as Given, // as the server's half of the library made them
        useBrowserAutofill: true,
      })
      withdraw = () => {}
      await enter({ ticket, answer }).catch(setRefusal)
    }
    // Nobody has asked for anything yet: what fails before a passkey is chosen is not worth a word, and the button is there.
    const quietly = () => void offer().catch(() => {})
    quietly()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') quietly()
    }, FRESH_MS)
    return () => {
      over = true
      clearInterval(timer)
      withdraw()
    }
  }, [wanted])
  return refusal
}
