import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Door } from '../../door/door.tsx'
import { localPath } from '../../lib/local-path.ts'
import { configQuery } from '../../session/queries.ts'
import { LoginForm } from './login-form.tsx'
import { SsoButtons } from './sso-buttons.tsx'
import { SsoRefusal } from './sso-refusal.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const config = useSuspenseQuery(configQuery).data
  const search = useSearch({ from: '/' })
  const next = localPath(search.next) ?? '/inboxes/assigned'
  const providers = config['app.sso_providers']
  return (
    <Door heading={(site) => t('login.heading', { site })}>
      <LoginForm
        otherWays={
          <>
            {search.sso && (
              <SsoRefusal
                failure={search.sso}
                name={providers.find(({ id }) => id === search.provider)?.name}
              />
            )}
            {providers.length > 0 && <SsoButtons providers={providers} next={next} />}
          </>
        }
        onSignedIn={() => router.history.push(next)}
      />
      <p className="mt-4 text-center">
        <Link to="/reset-password" className="font-medium text-accent-text hover:underline">
          {t('login.forgot')}
        </Link>
      </p>
    </Door>
  )
}
