import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { localPath } from '../../lib/local-path.ts'
import { configQuery } from '../../session/queries.ts'
import { Brand } from './brand.tsx'
import { LoginForm } from './login-form.tsx'
import { SsoButtons } from './sso-buttons.tsx'
import { SsoRefusal } from './sso-refusal.tsx'

export function LoginPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const config = useSuspenseQuery(configQuery).data
  const search = useSearch({ from: '/' })
  const next = localPath(search.next) ?? '/inboxes/assigned'
  const site = config['app.site_name'] || 'Parley'
  const providers = config['app.sso_providers']
  return (
    <main className="grid min-h-full place-items-center bg-[radial-gradient(56rem_34rem_at_50%_0,var(--accent-subtle),transparent)] p-4">
      <div className="w-full max-w-88 pb-[8vh]">
        <div className="mb-6 flex flex-col items-center gap-4 text-center">
          <Brand logoUrl={config['app.logo_url']} />
          <h1 className="text-xl font-semibold tracking-[-0.015em]">{t('login.heading', { site })}</h1>
        </div>
        <div className="rounded-xl bg-surface p-6 shadow-pop">
          {search.sso && (
            <SsoRefusal
              failure={search.sso}
              name={providers.find(({ id }) => id === search.provider)?.name}
            />
          )}
          {providers.length > 0 && <SsoButtons providers={providers} next={next} />}
          <LoginForm onSignedIn={() => router.history.push(next)} />
        </div>
      </div>
    </main>
  )
}
