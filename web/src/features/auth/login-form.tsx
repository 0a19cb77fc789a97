import { zodResolver } from '@hookform/resolvers/zod'
import { Fingerprint } from 'lucide-react'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DoorFailure } from '../../door/door-failure.tsx'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { usePasskeysPossible } from '../../session/use-passkeys-possible.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { LoginFields } from './login-fields.ts'
import { PasswordInput } from './password-input.tsx'
import { SecondStep } from './second-step.tsx'
import { askedIn, useLogin } from './use-login.ts'
import { useOfferedPasskeys } from './use-offered-passkeys.ts'
import { usePasskey } from './use-passkey.ts'

export function LoginForm({
  otherWays,
  onSignedIn,
}: {
  /** Stand above it until the password was right. */
  otherWays?: ReactNode
  onSignedIn: () => void
}) {
  const { t } = useTranslation()
  const signIn = useLogin()
  const once = useOneAtATime()
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(LoginFields),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const sentence = (key: string | undefined) => key && t(key)
  const passkeysPossible = usePasskeysPossible()
  const passkey = usePasskey(undefined, onSignedIn)
  const asked = askedIn(signIn.error)
  // One at a time: while the button asks, or a password is on its way, nothing is offered in the list.
  const isOffered = passkeysPossible && !passkey.isPending && !signIn.isPending && !asked
  const refusal = useOfferedPasskeys(isOffered, onSignedIn)
  const failure = passkey.error ?? signIn.error ?? refusal
  const submit = handleSubmit((fields) => {
    passkey.reset()
    once(() =>
      signIn.mutateAsync(fields, {
        onSuccess: onSignedIn,
        onError: (error) => askedIn(error) ?? setFocus('password', { shouldSelect: true }),
      }),
    )
  })
  if (asked) return <SecondStep asked={asked} onSignedIn={onSignedIn} onBack={signIn.reset} />
  return (
    <>
      {otherWays}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure && <DoorFailure>{failure.message}</DoorFailure>}
        <Field label={t('login.email')} error={sentence(errors.email?.message)}>
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
        <Field label={t('login.password')} error={sentence(errors.password?.message)}>
          <PasswordInput {...register('password')} autoComplete="current-password" />
        </Field>
        <Button type="submit" variant="primary" size="lg" loading={signIn.isPending} className="mt-1">
          {t('login.submit')}
        </Button>
        {passkeysPossible && (
          <Button
            size="lg"
            loading={passkey.isPending}
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
