import { confirmMyTotp, startMyTotp } from '@parley/contract/account/account-security'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { copyText } from '../../../lib/browser/copy-text.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { OneFieldForm } from './one-field-form.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'

type TotpSetup = z.output<typeof startMyTotp.response>
type Step =
  | { name: 'password' }
  | { name: 'code'; setup: TotpSetup; password: string }
  | { name: 'codes'; codes: string[] }

/** Sets up an authenticator app in three steps: password, first code, recovery codes. */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const id = useId()
  const [step, setStep] = useState<Step>({ name: 'password' })
  const [isSubmitting, setIsSubmitting] = useState(false)
  const begin = async (password: string) =>
    setStep({ name: 'code', setup: await call(startMyTotp, { body: { password } }), password })
  const confirm = async (code: string) => {
    if (step.name !== 'code') return
    const { password } = step
    const { recovery_codes } = await call(confirmMyTotp, { body: { code, password } })
    setStep({ name: 'codes', codes: recovery_codes })
    toast.success(t('account.totp.on'))
    await Promise.all([
      cache.invalidateQueries({ queryKey: queryKeys.my_second_factor }),
      cache.invalidateQueries({ queryKey: queryKeys.my_sessions }),
    ])
  }
  if (step.name === 'codes') return <RecoveryCodesDialog codes={step.codes} onClose={onClose} />
  return (
    <Dialog
      open
      size="sm"
      title={t('account.totp.set_up')}
      description={t(step.name === 'password' ? 'account.prove' : 'account.totp.scan')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
            {t(step.name === 'password' ? 'account.continue' : 'account.totp.turn_on')}
          </Button>
        </>
      }
    >
      {step.name === 'password' ? (
        <OneFieldForm
          key="password"
          id={id}
          label={t('account.password')}
          input={{ type: 'password', autoComplete: 'current-password' }}
          submit={begin}
          onBusy={setIsSubmitting}
        />
      ) : (
        <>
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(step.setup.qr_svg)}`}
            alt={t('account.totp.qr')}
            className="mx-auto mb-3 size-44 rounded-md border bg-white"
          />
          <details className="mb-4 text-ink-2">
            <summary className="cursor-pointer">{t('account.totp.by_hand')}</summary>
            <div className="mt-2 flex items-center gap-2">
              <code className="min-w-0 flex-1 font-mono text-xs break-all">{step.setup.secret}</code>
              <Button size="sm" onClick={() => copyText(step.setup.secret, t('account.totp.copied'), t)}>
                {t('account.copy')}
              </Button>
            </div>
          </details>
          <OneFieldForm
            key="code"
            id={id}
            label={t('account.totp.code')}
            help={t('account.totp.code.help')}
            input={{ autoComplete: 'one-time-code', inputMode: 'numeric' }}
            submit={confirm}
            onBusy={setIsSubmitting}
          />
        </>
      )}
    </Dialog>
  )
}
