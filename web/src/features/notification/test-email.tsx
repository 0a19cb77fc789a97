import { testEmailNotification } from '@parley/contract/notifications/system-mail'
import { CircleAlert, CircleCheck, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { useMe } from '../../session/use-me.ts'
import { ErrorDetails } from '../../ui/display/error-details.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { type NotificationFields, toUpdate, withFieldPaths } from './notification-fields.ts'

/** Sends a test email with the form's current values, saved or not, and shows the server's response. */
export function TestEmail({ form }: { form: EntityForm<NotificationFields> }) {
  const { t } = useTranslation()
  const me = useMe()
  const [to, setTo] = useState(me.email ?? '')
  const test = useApiMutation(
    (fields: NotificationFields) =>
      withFieldPaths(call(testEmailNotification, { body: { ...toUpdate(fields), to } })),
    {
      failure: 'inline',
      onError: (error) => {
        if (!(error instanceof ApiError)) return
        for (const { path, message } of error.errors)
          if (path !== 'to')
            form.methods.setError(path as keyof NotificationFields, { type: 'server', message }) // paths of this form
      },
    },
  )
  const send = async () => {
    if (await form.methods.trigger()) test.mutate(form.methods.getValues())
  }
  const refusal = test.error instanceof ApiError && test.error.errors.find(({ path }) => path === 'to')
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label={t('notification.test.to')}
          error={refusal ? refusal.message : undefined}
          className="min-w-56 flex-1"
        >
          <Input
            type="email"
            inputMode="email"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            onKeyDown={(event) => {
              // Must not submit the form.
              if (event.key !== 'Enter') return
              event.preventDefault()
              void send()
            }}
          />
        </Field>
        <Button onClick={() => void send()} loading={test.isPending} className="md:mt-6">
          <Send size={14} aria-hidden />
          {t('notification.test.send')}
        </Button>
      </div>
      {test.data && !test.isPending && (
        <TestResult ok={test.data.ok} message={test.data.answer} details={test.data.details} to={to} />
      )}
      {test.error && !test.isPending && !refusal && (
        <TestResult ok={false} message={test.error.message} to={to} />
      )}
    </>
  )
}

function TestResult({
  ok,
  message,
  details,
  to,
}: {
  ok: boolean
  message: string
  details?: string | null | undefined
  to: string
}) {
  const { t } = useTranslation()
  return (
    <div
      role={ok ? 'status' : 'alert'}
      className={`mt-3 flex items-start gap-2.5 rounded-lg border px-3.5 py-3 ${ok ? 'border-good-line bg-good-subtle' : 'border-bad-line bg-bad-subtle'}`}
    >
      {ok ? (
        <CircleCheck size={16} aria-hidden className="mt-0.5 shrink-0 text-good" />
      ) : (
        <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-bad" />
      )}
      <div className="min-w-0">
        <p className="font-medium">{t(ok ? 'notification.test.ok' : 'notification.test.failed', { to })}</p>
        <p className={`mt-0.5 break-words text-ink-2 ${ok ? 'font-mono text-xs' : ''}`}>{message}</p>
        <ErrorDetails>{details}</ErrorDetails>
      </div>
    </div>
  )
}
