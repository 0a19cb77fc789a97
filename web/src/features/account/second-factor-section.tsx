import { removeMySecondFactor, renewMyRecoveryCodes } from '@parley/contract/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { secondFactorQuery } from './account-queries.ts'
import { OneFieldForm } from './one-field-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpDialog } from './totp-dialog.tsx'

/** So few codes left are worth a word. */
const FEW = 3

type Opened = { kind: 'set_up' | 'remove' | 'renew' } | { kind: 'codes'; codes: string[] } | null

/** Codes by an app on the phone, asked for after the password. */
export function SecondFactorSection() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const query = useQuery(secondFactorQuery)
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  if (query.isPending) return <Skeleton className="h-7 w-40" />
  if (!query.data)
    return (
      <ErrorState
        title={t('account.second_factor.failed')}
        message={query.error?.message}
        onRetry={() => void query.refetch()}
      />
    )
  const { totp, recovery_codes_left } = query.data
  const remove = async (password: string) => {
    await call(removeMySecondFactor, { body: { password } })
    close()
    toast.success(t('account.totp.off'))
    await cache.invalidateQueries({ queryKey: keys.my_second_factor })
  }
  const renew = async (password: string) => {
    const { recovery_codes } = await call(renewMyRecoveryCodes, { body: { password } })
    setOpened({ kind: 'codes', codes: recovery_codes })
    await cache.invalidateQueries({ queryKey: keys.my_second_factor })
  }
  return (
    <>
      {totp.enabled ? (
        <>
          <p className="flex items-center gap-2 font-medium text-good">
            <ShieldCheck size={16} aria-hidden />
            {t('account.totp.is_on')}
          </p>
          <p className={recovery_codes_left <= FEW ? 'mt-1 text-bad' : 'mt-1 text-ink-2'}>
            {t('account.recovery.left', { count: recovery_codes_left })}
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => setOpened({ kind: 'renew' })}>{t('account.recovery.renew')}</Button>
            <Button variant="ghost" onClick={() => setOpened({ kind: 'remove' })}>
              {t('account.totp.turn_off')}
            </Button>
          </div>
        </>
      ) : (
        <Button onClick={() => setOpened({ kind: 'set_up' })}>{t('account.totp.set_up')}</Button>
      )}
      {opened?.kind === 'set_up' && <TotpDialog onClose={close} />}
      {opened?.kind === 'remove' && (
        <PasswordQuestion
          title={t('account.totp.turn_off')}
          description={t('account.totp.turn_off.text')}
          submit={remove}
          onClose={close}
        />
      )}
      {opened?.kind === 'renew' && (
        <PasswordQuestion
          title={t('account.recovery.renew')}
          description={t('account.recovery.renew.text')}
          submit={renew}
          onClose={close}
        />
      )}
      {opened?.kind === 'codes' && <RecoveryCodes codes={opened.codes} onClose={close} />}
    </>
  )
}

/** Does it once the password was shown. The title is also the button. */
function PasswordQuestion({
  title,
  description,
  submit,
  onClose,
}: {
  title: string
  description: string
  submit: (password: string) => Promise<void>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const id = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={description}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" loading={busy}>
            {title}
          </Button>
        </>
      }
    >
      <OneFieldForm
        id={id}
        label={t('account.password')}
        input={{ type: 'password', autoComplete: 'current-password' }}
        submit={submit}
        onBusy={setBusy}
      />
    </Dialog>
  )
}
