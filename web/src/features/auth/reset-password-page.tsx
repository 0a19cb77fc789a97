import { zodResolver } from '@hookform/resolvers/zod'
import { requestPasswordReset } from '@parley/contract/auth/sign-in'
import { Link } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { AuthError } from '../../auth-layout/auth-error.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { useInFlightGuard } from '../../lib/use-in-flight-guard.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { LoginFields } from './login-fields.ts'

/** Requests a reset link by email. Never reveals whether an address is known. */
export function ResetPasswordPage() {
  'use no memo'
  const { t } = useTranslation()
  const inFlightGuard = useInFlightGuard()
  const request = useApiMutation((body: { email: string }) => call(requestPasswordReset, { body }), {
    failure: 'inline',
  })
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(LoginFields.pick({ email: true })),
    defaultValues: { email: '' },
  })
  const missing = formState.errors.email?.message
  const submit = handleSubmit((fields) => {
    inFlightGuard(() => request.mutateAsync(fields, { onError: () => setFocus('email') }))
  })
  return (
    <AuthLayout heading={() => t('reset_password.heading')}>
      {request.isSuccess ? (
        <p role="status" className="flex items-start gap-2.5">
          <MailCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-good" />
          {t('reset_password.sent', { email: request.variables.email })}
        </p>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-ink-2">{t('reset_password.lead')}</p>
          {request.error && <AuthError>{request.error.message}</AuthError>}
          <Field label={t('login.email')} error={missing && t(missing)}>
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
          <Button type="submit" variant="primary" size="lg" loading={request.isPending}>
            {t('reset_password.submit')}
          </Button>
        </form>
      )}
      <BackToSignIn />
    </AuthLayout>
  )
}

export function BackToSignIn() {
  const { t } = useTranslation()
  return (
    <p className="mt-4 text-center">
      <Link to="/" className="font-medium text-accent-text hover:underline">
        {t('reset_password.back')}
      </Link>
    </p>
  )
}
