import { confirmMyTotp, startMyTotp } from '@parley/contract/account'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { copyText } from '../../lib/copy-text.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { OneFieldForm } from './one-field-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Begun = z.output<typeof startMyTotp.response>
type Step =
  | { at: 'password' }
  | { at: 'code'; begun: Begun; password: string }
  | { at: 'codes'; codes: string[] }

/** From the password over the app's first code to the recovery codes. */
export function TotpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const id = useId()
  const [step, setStep] = useState<Step>({ at: 'password' })
  const [busy, setBusy] = useState(false)
  const begin = async (password: string) =>
    setStep({ at: 'code', begun: await call(startMyTotp, { body: { password } }), password })
  const confirm = async (code: string) => {
    if (step.at !== 'code') return
    const { password } = step
    const { recovery_codes } = await call(confirmMyTotp, { body: { code, password } })
    setStep({ at: 'codes', codes: recovery_codes })
    toast.success(t('account.totp.on'))
    await Promise.all([
      cache.invalidateQueries({ queryKey: keys.my_second_factor }),
      cache.invalidateQueries({ queryKey: keys.my_sessions }),
    ])
  }
  if (step.at === 'codes') return <RecoveryCodes codes={step.codes} onClose={onClose} />
  return (
    <Dialog
      open
      size="sm"
      title={t('account.totp.set_up')}
      description={t(step.at === 'password' ? 'account.prove' : 'account.totp.scan')}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" loading={busy}>
            {t(step.at === 'password' ? 'account.continue' : 'account.totp.turn_on')}
          </Button>
        </>
      }
    >
      {step.at === 'password' ? (
        <OneFieldForm
          key="password"
          id={id}
          label={t('account.password')}
          input={{ type: 'password', autoComplete: 'current-password' }}
          submit={begin}
          onBusy={setBusy}
        />
      ) : (
        <>
          <img
            src={`data:image/svg+xml;utf8,${encodeURIComponent(step.begun.qr_svg)}`}
            alt={t('account.totp.qr')}
            className="mx-auto mb-3 size-44 rounded-md border bg-white"
          />
          <details className="mb-4 text-ink-2">
            <summary className="cursor-pointer">{t('account.totp.by_hand')}</summary>
            <div className="mt-2 flex items-center gap-2">
              <code className="min-w-0 flex-1 font-mono text-xs break-all">{step.begun.secret}</code>
              <Button size="sm" onClick={() => copyText(step.begun.secret, t('account.totp.copied'), t)}>
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
            onBusy={setBusy}
          />
        </>
      )}
    </Dialog>
  )
}
