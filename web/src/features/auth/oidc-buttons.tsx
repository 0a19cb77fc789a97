import type { PublicConfig } from '@parley/contract/settings/settings'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'

type Provider = PublicConfig['app.sso_providers'][number]

/** Links, not calls: the provider's page replaces ours. */
export function OidcButtons({ providers, next }: { providers: readonly Provider[]; next: string }) {
  const { t } = useTranslation()
  return (
    <>
      <div className="flex flex-col gap-2">
        {providers.map((provider) => (
          <a
            key={provider.id}
            href={`/api/v1/oidc/${provider.id}/login?${new URLSearchParams({ next })}`}
            className="flex h-9 items-center justify-center gap-2.5 rounded-md border border-line-strong font-medium transition-colors hover:bg-hover active:bg-press"
          >
            {provider.logo_url ? (
              <img src={provider.logo_url} alt="" className="size-4 object-contain" />
            ) : (
              <KeyRound size={16} aria-hidden className="text-ink-3" />
            )}
            {t('login.sso', { name: provider.name })}
          </a>
        ))}
      </div>
      <div className="my-4 flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('login.or')}
      </div>
    </>
  )
}
