import {
  deleteOidcProvider,
  listOidcProviders,
  type OidcProvider,
  updateOidcProvider,
} from '@parley/contract/auth/oidc'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Copy, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entity-queries.ts'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { urlHost } from '../../format/url-host.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { OIDC_PATH, providerPath } from './provider-fields.ts'
import { ProviderPicture } from './provider-picture.tsx'

/** Single sign-on providers. */
export function OidcPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('oidc', listOidcProviders))
  const [deleting, setDeleting] = useState<OidcProvider | null>(null)
  const setEnabled = async (provider: OidcProvider, enabled: boolean) => {
    const params = { id: String(provider.id) }
    await call(updateOidcProvider, { params, body: { enabled } })
    await cache.invalidateQueries({ queryKey: queryKeys.oidc })
  }
  return (
    <EntityList
      title={t('admin.sso')}
      lead={t('sso.lead')}
      icon={KeyRound}
      query={query}
      createAction={{ label: t('sso.new'), to: `${OIDC_PATH}/new` }}
      empty={{ title: t('sso.empty.title'), text: t('sso.empty.text') }}
      toRow={(provider) => ({
        id: provider.id,
        name: provider.name,
        picture: <ProviderPicture logo={provider.logo_url} />,
        details: urlHost(provider.provider_url),
        badge: provider.needs_allowing && <Badge tone="warn">{t('sso.private')}</Badge>,
        open: { to: providerPath(provider.id) },
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
          { label: t('sso.delete'), icon: Trash2, danger: true, onClick: () => setDeleting(provider) },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('sso.delete.title', { name: deleting.name })}
          confirmLabel={t('sso.delete')}
          successMessage={t('sso.deleted')}
          invalidateKey={queryKeys.oidc}
          onConfirm={() => call(deleteOidcProvider, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        >
          {t('sso.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
