import { removeMySecondFactor, renewMyRecoveryCodes } from '@parley/contract/account'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { secondFactorQuery } from './account-queries.ts'
import { PasswordQuestion } from './password-question.tsx'
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
  const { totp, passkeys, recovery_codes_left, is_required } = query.data
  const isLast = is_required && passkeys === 0
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
      {totp.enabled && (
        <p className="flex items-center gap-2 font-medium text-good">
          <ShieldCheck size={16} aria-hidden />
          {t('account.totp.is_on')}
        </p>
      )}
      {(totp.enabled || passkeys > 0) && (
        <p className={recovery_codes_left <= FEW ? 'mt-1 text-bad' : 'mt-1 text-ink-2'}>
          {t('account.recovery.left', { count: recovery_codes_left })}
        </p>
      )}
      {totp.enabled && isLast && <p className="mt-1 text-ink-2">{t('account.totp.last')}</p>}
      <div className="mt-3 flex flex-wrap gap-2 first:mt-0">
        {!totp.enabled && (
          <Button onClick={() => setOpened({ kind: 'set_up' })}>{t('account.totp.set_up')}</Button>
        )}
        {(totp.enabled || passkeys > 0) && (
          <Button onClick={() => setOpened({ kind: 'renew' })}>{t('account.recovery.renew')}</Button>
        )}
        {totp.enabled && !isLast && (
          <Button variant="ghost" onClick={() => setOpened({ kind: 'remove' })}>
            {t('account.totp.turn_off')}
          </Button>
        )}
      </div>
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
