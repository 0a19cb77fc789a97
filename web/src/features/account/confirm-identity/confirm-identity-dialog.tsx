import {
  type Confirmation,
  confirmIdentity,
  getMyConfirmation,
} from '@parley/contract/auth/identity-confirmation'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint, KeyRound } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { resolveConfirmation } from '../../../api/confirmation.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { signOut } from '../../../lib/browser/sign-out.ts'
import { usePasskeysSupported } from '../../../session/use-passkeys-supported.ts'
import { ErrorState } from '../../../ui/display/error-state.tsx'
import { Skeleton } from '../../../ui/display/skeleton.tsx'
import { Button } from '../../../ui/inputs/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { OneFieldForm } from '../security/one-field-form.tsx'
import { useConfirmByPasskey } from './use-confirm-by-passkey.ts'

/** Asks for the password, a passkey or a sign-in at the provider, depending on what this agent has. */
export function ConfirmIdentityDialog() {
  const { t } = useTranslation()
  const id = useId()
  const [isSubmitting, setIsSubmitting] = useState(false)
  const [atProvider, setAtProvider] = useState(false)
  const passkeysPossible = usePasskeysSupported()
  const query = useQuery({
    queryKey: queryKeys.my_confirmation,
    queryFn: ({ signal }) => call(getMyConfirmation, { signal }),
    staleTime: 0,
    gcTime: 0,
    // The provider's window can't notify this page.
    refetchInterval: atProvider ? 1_000 : false,
  })
  const confirmed = query.data?.confirmed_until != null
  // The result goes to the caller, outside of React.
  useEffect(() => {
    if (confirmed && atProvider) resolveConfirmation(true)
  }, [confirmed, atProvider])
  const methods = query.data?.methods
  const passkey = methods?.passkey === true && passkeysPossible
  return (
    <Dialog
      open
      size="sm"
      title={t('confirm_identity.title')}
      description={t('confirm_identity.text')}
      onOpenChange={(open) => !open && resolveConfirmation(false)}
      footer={
        <>
          <Button variant="ghost" onClick={() => resolveConfirmation(false)}>
            {t('ui.cancel')}
          </Button>
          {methods?.password && (
            <Button type="submit" form={id} variant="primary" loading={isSubmitting}>
              {t('confirm_identity.confirm')}
            </Button>
          )}
        </>
      }
    >
      {query.isPending && <Skeleton className="h-16" />}
      {!query.isPending && !methods && (
        <ErrorState
          title={t('confirm_identity.failed')}
          message={query.error?.message}
          onRetry={() => void query.refetch()}
        />
      )}
      {methods && (
        <div className="flex flex-col gap-4">
          {methods.password && (
            <OneFieldForm
              id={id}
              label={t('account.password')}
              input={{ type: 'password', autoComplete: 'current-password' }}
              submit={async (password) => {
                await call(confirmIdentity, { body: { password } })
                resolveConfirmation(true)
              }}
              onBusy={setIsSubmitting}
            />
          )}
          {passkey && <PasskeyButton />}
          <Providers methods={methods} isWaiting={atProvider} onWindowOpened={() => setAtProvider(true)} />
          {!methods.password && !passkey && methods.oidc.length === 0 && <SignInAgain />}
        </div>
      )}
    </Dialog>
  )
}

function PasskeyButton() {
  const { t } = useTranslation()
  const confirming = useConfirmByPasskey(() => resolveConfirmation(true))
  return (
    <div>
      <Button className="w-full" loading={confirming.isPending} onClick={() => confirming.mutate()}>
        <Fingerprint size={16} aria-hidden />
        {t('confirm_identity.passkey')}
      </Button>
      {confirming.error && (
        <p role="alert" className="mt-1.5 text-xs text-bad">
          {confirming.error.message}
        </p>
      )}
    </div>
  )
}

/** Opens in its own window, so that this page keeps its input. */
function Providers({
  methods,
  isWaiting,
  onWindowOpened,
}: {
  methods: Confirmation['methods']
  isWaiting: boolean
  onWindowOpened: () => void
}) {
  const { t } = useTranslation()
  const [blocked, setBlocked] = useState(false)
  const open = (id: number) => {
    const popup = window.open(
      `/api/v1/oidc/${id}/login?confirm=1`,
      'parley-confirm',
      'popup,width=520,height=680',
    )
    setBlocked(popup === null)
    if (popup) onWindowOpened()
  }
  if (methods.oidc.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      {methods.oidc.map(({ id, name }) => (
        <Button key={id} className="w-full" onClick={() => open(id)}>
          <KeyRound size={16} aria-hidden />
          {t('login.sso', { name })}
        </Button>
      ))}
      <p role="status" className="text-xs text-ink-2">
        {blocked ? t('confirm_identity.blocked') : isWaiting ? t('confirm_identity.waiting') : ''}
      </p>
    </div>
  )
}

function SignInAgain() {
  const { t } = useTranslation()
  return (
    <div>
      <p className="mb-3 text-ink-2">{t('confirm_identity.sign_in_again')}</p>
      <Button onClick={signOut}>{t('user_menu.logout')}</Button>
    </div>
  )
}
