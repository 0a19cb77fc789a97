import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSignedOut } from '../../../api/api-error.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { AuthLayout } from '../../../auth-layout/auth-layout.tsx'
import { safeRedirectPath } from '../../../lib/browser/safe-redirect-path.ts'
import { signOut } from '../../../lib/browser/sign-out.ts'
import { meQuery } from '../../../session/queries.ts'
import { usePasskeysSupported } from '../../../session/use-passkeys-supported.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { TotpDialog } from './totp-dialog.tsx'

/** Shown to agents who must set up a second factor. They can only set one up or sign out. */
export function RequiredFactorPage() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const router = useRouter()
  const next = safeRedirectPath(useSearch({ from: '/set-up-second-factor' }).next) ?? '/inboxes/assigned'
  const me = useQuery(meQuery)
  const passkeysSupported = usePasskeysSupported()
  const [dialog, setDialog] = useState<'totp' | 'passkey' | null>(null)
  const close = async () => {
    setDialog(null)
    await cache.invalidateQueries({ queryKey: queryKeys.me })
    // Refetch what was answered without a session, and what was refused.
    if (cache.getQueryData(meQuery.queryKey)?.owes_second_factor) return
    await cache.invalidateQueries({ refetchType: 'none' })
    router.history.push(next)
  }
  if (isSignedOut(me.error)) return <Navigate to="/" search={{ next }} />
  if (me.data && !me.data.owes_second_factor && dialog === null) return <Navigate to={next} />
  return (
    <AuthLayout heading={(site) => t('required_factor.heading', { site })}>
      {me.error && !me.data ? (
        <ErrorState
          title={t('account.second_factor.failed')}
          message={me.error.message}
          onRetry={() => void me.refetch()}
        />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-ink-2">{t('required_factor.text')}</p>
          <Button variant="primary" size="lg" onClick={() => setDialog('totp')}>
            {t('account.totp.set_up')}
          </Button>
          {passkeysSupported && (
            <Button size="lg" onClick={() => setDialog('passkey')}>
              {t('account.passkeys.add')}
            </Button>
          )}
          <Button variant="ghost" onClick={signOut}>
            {t('required_factor.log_out')}
          </Button>
        </div>
      )}
      {dialog === 'totp' && <TotpDialog onClose={() => void close()} />}
      {dialog === 'passkey' && <AddPasskey onClose={() => void close()} />}
    </AuthLayout>
  )
}
