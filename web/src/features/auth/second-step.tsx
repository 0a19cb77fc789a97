import { loginSecondFactor } from '@parley/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { DoorFailure } from './door-failure.tsx'
import { useSignedIn } from './use-login.ts'

/** The code that is asked for after the password. */
export function SecondStep({
  ticket,
  onSignedIn,
  onBack,
}: {
  ticket: string
  onSignedIn: () => void
  onBack: () => void
}) {
  const { t } = useTranslation()
  const signedIn = useSignedIn()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: () => call(loginSecondFactor, { body: { ticket, code } }),
    onSuccess: async (agent) => {
      await signedIn(agent)
      onSignedIn()
    },
    onError: () => field.current?.select(),
  })
  const { error } = sending
  const isOfCode = error instanceof ApiError && error.errors.some(({ path }) => path === 'code')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = code.trim() === ''
    setMissing(empty)
    if (empty) return field.current?.focus()
    if (!sending.isPending) sending.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error && !isOfCode && <DoorFailure>{error.message}</DoorFailure>}
      <Field
        label={t('login.code')}
        help={t('login.code.help')}
        error={missing ? t('login.code_missing') : isOfCode ? error.message : undefined}
      >
        <Input
          ref={field}
          value={code}
          onChange={(event) => setCode(event.target.value)}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          large
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={sending.isPending} className="mt-1">
        {t('login.submit')}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {t('login.back')}
      </Button>
    </form>
  )
}
