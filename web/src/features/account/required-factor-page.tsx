import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSignedOut } from '../../api/api-error.ts'
import { keys } from '../../api/query.ts'
import { Door } from '../../door/door.tsx'
import { localPath } from '../../lib/local-path.ts'
import { logOut } from '../../lib/log-out.ts'
import { meQuery } from '../../session/queries.ts'
import { usePasskeysPossible } from '../../session/use-passkeys-possible.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { AddPasskey } from './add-passkey.tsx'
import { TotpDialog } from './totp-dialog.tsx'

/** Where somebody is led who owes the workspace a second factor. There is no other way on than to set one up, or to sign out. */
export function RequiredFactorPage() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const router = useRouter()
  const next = localPath(useSearch({ from: '/set-up-second-factor' }).next) ?? '/inboxes/assigned'
  const me = useQuery(meQuery)
  const passkeys = usePasskeysPossible()
  const [opened, setOpened] = useState<'totp' | 'passkey' | null>(null)
  const close = async () => {
    setOpened(null)
    await cache.invalidateQueries({ queryKey: keys.me })
    // What was answered to nobody in particular, and what was refused, is asked for anew.
    if (cache.getQueryData(meQuery.queryKey)?.owes_second_factor) return
    await cache.invalidateQueries({ refetchType: 'none' })
    router.history.push(next)
  }
  if (isSignedOut(me.error)) return <Navigate to="/" search={{ next }} />
  if (me.data && !me.data.owes_second_factor && opened === null) return <Navigate to={next} />
  return (
    <Door heading={(site) => t('required_factor.heading', { site })}>
      {me.error && !me.data ? (
        <ErrorState
          title={t('account.second_factor.failed')}
          message={me.error.message}
          onRetry={() => void me.refetch()}
        />
      ) : (
        <div className="flex flex-col gap-3">
          <p className="text-ink-2">{t('required_factor.text')}</p>
          <Button variant="primary" size="lg" onClick={() => setOpened('totp')}>
            {t('account.totp.set_up')}
          </Button>
          {passkeys && (
            <Button size="lg" onClick={() => setOpened('passkey')}>
              {t('account.passkeys.add')}
            </Button>
          )}
          <Button variant="ghost" onClick={logOut}>
            {t('required_factor.log_out')}
          </Button>
        </div>
      )}
      {opened === 'totp' && <TotpDialog onClose={() => void close()} />}
      {opened === 'passkey' && <AddPasskey onClose={() => void close()} />}
    </Door>
  )
}
