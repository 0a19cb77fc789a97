import type { SecondFactorAsked } from '@parley/contract/account/account-security'
import { loginSecondFactor } from '@parley/contract/auth/sign-in'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { AuthError } from '../../auth-layout/auth-error.tsx'
import { useInFlightGuard } from '../../lib/use-in-flight-guard.ts'
import { usePasskeysSupported } from '../../session/use-passkeys-supported.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { useSignInCompletion } from './use-login.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

/** Asks for the second factor after the password. */
export function SecondFactorForm({
  challenge: { ticket, second_factor },
  onSignedIn,
  onBack,
}: {
  challenge: SecondFactorAsked
  onSignedIn: () => void
  onBack: () => void
}) {
  const { t } = useTranslation()
  const completeSignIn = useSignInCompletion()
  const inFlightGuard = useInFlightGuard({ once: true })
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const submission = useApiMutation(() => call(loginSecondFactor, { body: { ticket, code } }), {
    failure: 'inline',
    onSuccess: async (agent) => {
      await completeSignIn(agent)
      onSignedIn()
    },
    onError: () => field.current?.select(),
  })
  const passkeysPossible = usePasskeysSupported()
  const passkey = usePasskeySignIn(ticket, onSignedIn)
  const error = passkey.error ?? submission.error
  const hasApp = second_factor.includes('totp')
  const isCodeError = error instanceof ApiError && error.errors.some(({ path }) => path === 'code')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = code.trim() === ''
    setIsMissing(empty)
    if (empty) return field.current?.focus()
    passkey.reset()
    inFlightGuard(() => submission.mutateAsync())
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error && !isCodeError && <AuthError>{error.message}</AuthError>}
      {second_factor.includes('passkey') && passkeysPossible && (
        <Button
          variant={hasApp ? 'secondary' : 'primary'}
          size="lg"
          autoFocus={!hasApp}
          loading={passkey.isPending || passkey.isSuccess}
          onClick={() => {
            submission.reset()
            passkey.mutate()
          }}
        >
          <Fingerprint size={16} aria-hidden />
          {t('login.passkey')}
        </Button>
      )}
      <Field
        label={t(hasApp ? 'login.code' : 'login.recovery')}
        help={t(hasApp ? 'login.code.help' : 'login.recovery.help')}
        error={isMissing ? t('login.code_missing') : isCodeError ? error.message : undefined}
      >
        <Input
          ref={field}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={hasApp}
          large
        />
      </Field>
      <Button
        type="submit"
        variant={hasApp ? 'primary' : 'secondary'}
        size="lg"
        loading={submission.isPending || submission.isSuccess}
        className="mt-1"
      >
        {t('login.submit')}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  )
}
