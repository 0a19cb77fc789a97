import {
  removeMySecondFactor,
  renewMyRecoveryCodes,
  type SecondFactor,
} from '@parley/contract/account/account-security'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { toast } from '../../../lib/toast.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { PasswordPrompt } from './password-prompt.tsx'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { secondFactorQuery } from './security-queries.ts'
import { TotpDialog } from './totp-dialog.tsx'

/** At this number of remaining codes or fewer, a warning is shown. */
const LOW_CODE_COUNT = 3

type DialogState = { kind: 'set_up' | 'remove' | 'renew' } | { kind: 'codes'; codes: string[] } | null

/** Codes from an authenticator app. */
export function SecondFactorSection() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const query = useQuery(secondFactorQuery)
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  if (query.isPending) return <Skeleton className="h-7 w-40" />
  if (!query.data)
    return (
      <ErrorState
        title={t('account.second_factor.failed')}
        message={query.error?.message}
        onRetry={() => void query.refetch()}
      />
    )
  const { totp, passkeys, is_required } = query.data
  const isLast = is_required && passkeys === 0
  const remove = async (password: string) => {
    await call(removeMySecondFactor, { body: { password } })
    close()
    toast.success(t('account.totp.off'))
    await cache.invalidateQueries({ queryKey: queryKeys.my_second_factor })
  }
  const renew = async (password: string) => {
    const { recovery_codes } = await call(renewMyRecoveryCodes, { body: { password } })
    setDialog({ kind: 'codes', codes: recovery_codes })
    await cache.invalidateQueries({ queryKey: queryKeys.my_second_factor })
  }
  return (
    <>
      <SecondFactorStatus secondFactor={query.data} isLast={isLast} />
      <div className="mt-3 flex flex-wrap gap-2 first:mt-0">
        {!totp.enabled && (
          <Button onClick={() => setDialog({ kind: 'set_up' })}>{t('account.totp.set_up')}</Button>
        )}
        {(totp.enabled || passkeys > 0) && (
          <Button onClick={() => setDialog({ kind: 'renew' })}>{t('account.recovery.renew')}</Button>
        )}
        {totp.enabled && !isLast && (
          <Button variant="ghost" onClick={() => setDialog({ kind: 'remove' })}>
            {t('account.totp.turn_off')}
          </Button>
        )}
      </div>
      {dialog?.kind === 'set_up' && <TotpDialog onClose={close} />}
      {dialog?.kind === 'remove' && (
        <PasswordPrompt
          title={t('account.totp.turn_off')}
          description={t('account.totp.turn_off.text')}
          submit={remove}
          onClose={close}
        />
      )}
      {dialog?.kind === 'renew' && (
        <PasswordPrompt
          title={t('account.recovery.renew')}
          description={t('account.recovery.renew.text')}
          submit={renew}
          onClose={close}
        />
      )}
      {dialog?.kind === 'codes' && <RecoveryCodesDialog codes={dialog.codes} onClose={close} />}
    </>
  )
}

function SecondFactorStatus({
  secondFactor: { totp, passkeys, recovery_codes_left },
  isLast,
}: {
  secondFactor: SecondFactor
  /** Whether the workspace requires a second factor and this is the only one. */
  isLast: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      {totp.enabled && (
        <p className="flex items-center gap-2 font-medium text-good">
          <ShieldCheck size={16} aria-hidden />
          {t('account.totp.is_on')}
        </p>
      )}
      {(totp.enabled || passkeys > 0) && (
        <p className={recovery_codes_left <= LOW_CODE_COUNT ? 'mt-1 text-bad' : 'mt-1 text-ink-2'}>
          {t('account.recovery.left', { count: recovery_codes_left })}
        </p>
      )}
      {totp.enabled && isLast && <p className="mt-1 text-ink-2">{t('account.totp.last')}</p>}
    </>
  )
}
