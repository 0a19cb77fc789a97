import { ssoFailures } from '@parley/contract/auth/oidc'
import { useTranslation } from 'react-i18next'
import { AuthError } from '../../auth-layout/auth-error.tsx'

/** Why signing in at a provider came to nothing. Only words of our own: anybody can make up a link to this page. */
export function OidcError({ failure, name }: { failure: string; name: string | undefined }) {
  const { t } = useTranslation()
  const known = ssoFailures.find((one) => one === failure)
  if (!known) return null
  return (
    <div className="mb-4">
      <AuthError>{t(`login.sso.${known}`, { name: name ?? t('login.sso.provider') })}</AuthError>
    </div>
  )
}
