import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { DoorFailure } from './door-failure.tsx'
import { LoginFields } from './login-fields.ts'
import { PasswordInput } from './password-input.tsx'
import { SecondStep } from './second-step.tsx'
import { ticketIn, useLogin } from './use-login.ts'

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
  const ticket = ticketIn(signIn.error)
  const submit = handleSubmit((fields) => {
    once(() =>
      signIn.mutateAsync(fields, {
        onSuccess: onSignedIn,
        onError: (error) => ticketIn(error) ?? setFocus('password', { shouldSelect: true }),
      }),
    )
  })
  if (ticket) return <SecondStep ticket={ticket} onSignedIn={onSignedIn} onBack={signIn.reset} />
  return (
    <>
      {otherWays}
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {signIn.error && <DoorFailure>{signIn.error.message}</DoorFailure>}
        <Field label={t('login.email')} error={sentence(errors.email?.message)}>
          <Input
            {...register('email')}
            type="email"
            autoComplete="username"
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
      </form>
    </>
  )
}
