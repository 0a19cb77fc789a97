import {
  deleteOidcProvider,
  listOidcProviders,
  type OidcProvider,
  updateOidcProvider,
} from '@parley/contract/oidc'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { copyText } from '../../lib/copy-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { providerPath, SSO } from './provider-fields.ts'
import { ProviderPicture } from './provider-picture.tsx'

/** Where agents may sign in from instead of with a password. */
export function SsoPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('oidc', listOidcProviders))
  const [leaving, setLeaving] = useState<OidcProvider | null>(null)
  const setEnabled = async (provider: OidcProvider, enabled: boolean) => {
    const params = { id: String(provider.id) }
    await call(updateOidcProvider, { params, body: { enabled } })
    await cache.invalidateQueries({ queryKey: keys.oidc })
  }
  return (
    <EntityList
      title={t('admin.sso')}
      lead={t('sso.lead')}
      icon={KeyRound}
      query={query}
      creation={{ label: t('sso.new'), to: `${SSO}/new` }}
      empty={{ title: t('sso.empty.title'), text: t('sso.empty.text') }}
      rowOf={(provider) => ({
        id: provider.id,
        name: provider.name,
        picture: <ProviderPicture logo={provider.logo_url} />,
        facts: hostOf(provider.provider_url),
        badge: provider.needs_allowing && <Badge tone="warn">{t('sso.private')}</Badge>,
        opens: { to: providerPath(provider.id) },
        enabled: {
          on: provider.enabled,
          label: t('sso.enabled.of', { name: provider.name }),
          save: (on) => setEnabled(provider, on),
        },
        actions: [
          {
            label: t('sso.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: providerPath(provider.id) }),
          },
          {
            label: t('sso.redirect_uri.copy'),
            icon: Copy,
            onClick: () => copyText(provider.redirect_uri, t('sso.redirect_uri.copied'), t),
          },
          { label: t('sso.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(provider) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('sso.delete.title', { name: leaving.name })}
          confirmLabel={t('sso.delete')}
          deleted={t('sso.deleted')}
          kind={keys.oidc}
          remove={() => call(deleteOidcProvider, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        >
          {t('sso.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url)
