import { passwordRefusal } from '@parley/contract/agents/agents'
import { setPassword } from '@parley/contract/auth/sign-in'
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { AuthError } from '../../auth-layout/auth-error.tsx'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { useInFlightGuard } from '../../lib/use-in-flight-guard.ts'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from './password-input.tsx'
import { BackToSignIn } from './reset-password-page.tsx'

/** Sets a new password with a one-time link from an email. */
export function SetPasswordPage() {
  const { t } = useTranslation()
  const { token = '' } = useSearch({ from: '/set-password' })
  const [password, setPasswordValue] = useState('')
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const inFlightGuard = useInFlightGuard()
  const submission = useApiMutation(() => call(setPassword, { body: { token, password } }), {
    failure: 'inline',
  })
  const isLinkInvalid = token === '' || hasFieldError(submission.error, 'token')
  const isRefused = wasSubmitted && passwordRefusal(password) !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setWasSubmitted(true)
    if (passwordRefusal(password) !== null) field.current?.focus()
    // The link works once: a second submit would report it as invalid.
    else inFlightGuard(() => submission.mutateAsync())
  }
  return (
    <AuthLayout heading={(site) => t('set_password.heading', { site })}>
      {submission.isSuccess ? (
        <p role="status" className="flex items-start gap-2.5">
          <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-good" />
          {t('set_password.done')}
        </p>
      ) : isLinkInvalid ? (
        <>
          <p role="alert">{t(token === '' ? 'set_password.incomplete' : 'set_password.void')}</p>
          <p className="mt-4 text-center">
            <Link to="/reset-password" className="font-medium text-accent-text hover:underline">
              {t('set_password.again')}
            </Link>
          </p>
        </>
      ) : (
        <form noValidate onSubmit={submit} className="flex flex-col gap-4">
          {submission.error && <AuthError>{submission.error.message}</AuthError>}
          <Field
            label={t('set_password.password')}
            help={t('set_password.rule')}
            error={isRefused ? t('set_password.rule') : undefined}
          >
            <PasswordInput
              ref={field}
              value={password}
              onChange={(event) => setPasswordValue(event.target.value)}
              autoComplete="new-password"
              autoFocus
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" loading={submission.isPending}>
            {t('set_password.submit')}
          </Button>
        </form>
      )}
      <BackToSignIn />
    </AuthLayout>
  )
}

const hasFieldError = (error: Error | null, path: string) =>
  error instanceof ApiError && error.errors.some((fieldError) => fieldError.path === path)
