import { zodResolver } from '@hookform/resolvers/zod'
import { Fingerprint } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { AuthError } from '../../auth-layout/auth-error.tsx'
import { useInFlightGuard } from '../../lib/use-in-flight-guard.ts'
import { usePasskeysSupported } from '../../session/use-passkeys-supported.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { LoginFields } from './login-fields.ts'
import { PasswordInput } from './password-input.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { findSecondFactorChallenge, useLogin } from './use-login.ts'
import { usePasskeyAutofill } from './use-passkey-autofill.ts'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

export function LoginForm({
  alternatives,
  onSignedIn,
}: {
  /** Other ways to sign in, shown above the form until the password is accepted. */
  alternatives?: ReactNode
  onSignedIn: () => void
}) {
  const { t } = useTranslation()
  const signIn = useLogin()
  // A second session would end the first, perhaps after its page has been left.
  const inFlightGuard = useInFlightGuard({ once: true })
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(LoginFields),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const translated = (key: string | undefined) => key && t(key)
  const passkeysPossible = usePasskeysSupported()
  const passkey = usePasskeySignIn(undefined, onSignedIn)
  const secondFactor = findSecondFactorChallenge(signIn.error)
  // Only one request at a time: no autofill while the button or a password is in flight.
  const canOfferPasskeys =
    passkeysPossible && !passkey.isPending && !signIn.isPending && !signIn.isSuccess && !secondFactor
  const refusal = usePasskeyAutofill(canOfferPasskeys, onSignedIn)
  const failure = passkey.error ?? signIn.error ?? refusal
  const submit = handleSubmit((fields) => {
    passkey.reset()
    inFlightGuard(() =>
      signIn.mutateAsync(fields, {
        onSuccess: onSignedIn,
        onError: (error) => findSecondFactorChallenge(error) ?? setFocus('password', { shouldSelect: true }),
      }),
    )
  })
  if (secondFactor)
    return <SecondFactorForm challenge={secondFactor} onSignedIn={onSignedIn} onBack={signIn.reset} />
  return (
    <>
      {alternatives}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure && <AuthError>{failure.message}</AuthError>}
        <Field label={t('login.email')} error={translated(errors.email?.message)}>
          <Input
            {...register('email')}
            type="email"
            autoComplete="username webauthn"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            large
          />
        </Field>
        <Field label={t('login.password')} error={translated(errors.password?.message)}>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          loading={signIn.isPending || signIn.isSuccess}
          className="mt-1"
        >
          {t('login.submit')}
        </Button>
        {passkeysPossible && (
          <Button
            size="lg"
            loading={passkey.isPending || passkey.isSuccess}
            onClick={() => {
              signIn.reset()
              passkey.mutate()
            }}
          >
            <Fingerprint size={16} aria-hidden />
            {t('login.passkey')}
          </Button>
        )}
      </form>
    </>
  )
}
