import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthLayout } from '../../auth-layout/auth-layout.tsx'
import { safeRedirectPath } from '../../lib/browser/safe-redirect-path.ts'
import { configQuery } from '../../session/queries.ts'
import { LoginForm } from './login-form.tsx'
import { OidcButtons } from './oidc-buttons.tsx'
import { OidcError } from './oidc-error.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const config = useSuspenseQuery(configQuery).data
  const search = useSearch({ from: '/' })
  const next = safeRedirectPath(search.next) ?? '/inboxes/assigned'
  const providers = config['app.sso_providers']
  return (
    <AuthLayout heading={(site) => t('login.heading', { site })}>
      <LoginForm
        alternatives={
          <>
            {search.sso && (
              <OidcError
                failure={search.sso}
                name={providers.find(({ id }) => id === search.provider)?.name}
              />
            )}
            {providers.length > 0 && <OidcButtons providers={providers} next={next} />}
          </>
        }
        onSignedIn={() => router.history.push(next)}
      />
      <p className="mt-4 text-center">
        <Link to="/reset-password" className="font-medium text-accent-text hover:underline">
          {t('login.forgot')}
        </Link>
      </p>
    </AuthLayout>
  )
}
