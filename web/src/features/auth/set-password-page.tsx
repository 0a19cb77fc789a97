import { passwordRefusal } from '@parley/contract/agents'
import { setPassword } from '@parley/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Door } from '../../door/door.tsx'
import { DoorFailure } from '../../door/door-failure.tsx'
import { useOneAtATime } from '../../lib/use-one-at-a-time.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from './password-input.tsx'
import { ToSignIn } from './reset-password-page.tsx'

/** Where a mailed link leads: a new password, once. */
export function SetPasswordPage() {
  const { t } = useTranslation()
  const { token = '' } = useSearch({ from: '/set-password' })
  const [password, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const once = useOneAtATime()
  const setting = useMutation({
    networkMode: 'always',
    mutationFn: () => call(setPassword, { body: { token, password } }),
  })
  const isVoid = token === '' || isAbout(setting.error, 'token')
  const refused = tried && passwordRefusal(password) !== null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (passwordRefusal(password) !== null) field.current?.focus()
    // The link is good for once: a second try would call it void.
    else once(() => setting.mutateAsync())
  }
  return (
    <Door heading={(site) => t('set_password.heading', { site })}>
      {setting.isSuccess ? (
        <p role="status" className="flex items-start gap-2.5">
          <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-good" />
          {t('set_password.done')}
        </p>
      ) : isVoid ? (
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
          {setting.error && <DoorFailure>{setting.error.message}</DoorFailure>}
          <Field
            label={t('set_password.password')}
            help={t('set_password.rule')}
            error={refused ? t('set_password.rule') : undefined}
          >
            <PasswordInput
              ref={field}
              value={password}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="new-password"
              autoFocus
            />
          </Field>
          <Button type="submit" variant="primary" size="lg" loading={setting.isPending}>
            {t('set_password.submit')}
          </Button>
        </form>
      )}
      <ToSignIn />
    </Door>
  )
}

const isAbout = (error: Error | null, path: string) =>
  error instanceof ApiError && error.errors.some((one) => one.path === path)
