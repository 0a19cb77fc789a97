import { ssoFailures } from '@parley/contract/auth/oidc'
import { useTranslation } from 'react-i18next'
import { AuthError } from '../../auth-layout/auth-error.tsx'

/** Why a sign-in at a provider failed. Shows only our own texts, because anyone can craft a link to this page. */
export function OidcError({ failure, name }: { failure: string; name: string | undefined }) {
  const { t } = useTranslation()
  const reason = ssoFailures.find((one) => one === failure)
  if (!reason) return null
  return (
    <div className="mb-4">
      <AuthError>{t(`login.sso.${reason}`, { name: name ?? t('login.sso.provider') })}</AuthError>
    </div>
  )
}
