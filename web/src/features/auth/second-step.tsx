import type { SecondFactorAsked } from '@parley/contract/account'
import { loginSecondFactor } from '@parley/contract/auth'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { DoorFailure } from '../../door/door-failure.tsx'
import { usePasskeysPossible } from '../../session/use-passkeys-possible.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useSignedIn } from './use-login.ts'
import { usePasskey } from './use-passkey.ts'

/** The code that is asked for after the password. */
export function SecondStep({
  asked: { ticket, second_factor },
  onSignedIn,
  onBack,
}: {
  asked: SecondFactorAsked
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
  const passkeysPossible = usePasskeysPossible()
  const passkey = usePasskey(ticket, onSignedIn)
  const error = passkey.error ?? sending.error
  const hasApp = second_factor.includes('totp')
  const isOfCode = error instanceof ApiError && error.errors.some(({ path }) => path === 'code')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const empty = code.trim() === ''
    setMissing(empty)
    if (empty) return field.current?.focus()
    passkey.reset()
    if (!sending.isPending) sending.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error && !isOfCode && <DoorFailure>{error.message}</DoorFailure>}
      {second_factor.includes('passkey') && passkeysPossible && (
        <Button
          variant={hasApp ? 'secondary' : 'primary'}
          size="lg"
          autoFocus={!hasApp}
          loading={passkey.isPending}
          onClick={() => {
            sending.reset()
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
        error={missing ? t('login.code_missing') : isOfCode ? error.message : undefined}
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
        loading={sending.isPending}
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
