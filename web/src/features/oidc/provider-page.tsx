import {
  getOidcProvider,
  type OidcProvider,
  OidcUpdate,
  updateOidcProvider,
} from '@parley/contract/auth/oidc'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EntityPage } from '../../admin/entity-page.tsx'
import { entityQuery } from '../../admin/entity-queries.ts'
import { SignInRestrictionNotice } from '../../admin/sign-in-restriction.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { SwitchField } from '../../forms/fields/fields.tsx'
import { FormPage } from '../../forms/form-page.tsx'
import { useEntityForm } from '../../forms/use-entity-form.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { fieldsOf, OIDC_PATH } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'
import { RedirectAddress } from './redirect-address.tsx'

export function ProviderPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/sso/$id/edit' })
  const query = useQuery(entityQuery('oidc', getOidcProvider, id))
  return (
    <EntityPage query={query} parent={{ to: OIDC_PATH, label: t('admin.sso') }}>
      {(provider) => <ProviderForm key={provider.id} provider={provider} />}
    </EntityPage>
  )
}

function ProviderForm({ provider }: { provider: OidcProvider }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: OidcUpdate,
    values: fieldsOf(provider),
    fetchCurrent: () => call(getOidcProvider, { params: { id: String(provider.id) } }),
    fieldsOf,
    draftKey: `sso/${provider.id}`,
    secretFields: ['client_secret'],
    invalidateKey: queryKeys.oidc,
    successMessage: t('sso.saved'),
    save: (body, attempt) =>
      call(updateOidcProvider, { params: { id: String(provider.id) }, body, ...attempt }),
  })
  return (
    <FormPage form={form} title={provider.name} parent={{ to: OIDC_PATH, label: t('admin.sso') }}>
      {provider.needs_allowing && <PrivateAddressNotice />}
      <SignInRestrictionNotice />
      <PageSection title={t('sso.redirect_uri')} help={t('sso.redirect_uri.help')}>
        <RedirectAddress address={provider.redirect_uri} />
      </PageSection>
      <ProviderSections form={form} isStored />
      <PageSection title={t('sso.page')} help={t('sso.page.help')}>
        <SwitchField form={form} name="enabled" label={t('sso.enabled')} help={t('sso.enabled.help')} />
      </PageSection>
    </FormPage>
  )
}

/** For providers that were added before private addresses had to be allowed, and still work. */
function PrivateAddressNotice() {
  const { t } = useTranslation()
  return (
    <div
      role="note"
      className="mb-5 flex items-start gap-2.5 rounded-lg border border-warn-line bg-warn-subtle px-3.5 py-3"
    >
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
      <div className="min-w-0">
        <p className="font-medium">{t('sso.private.title')}</p>
        <p className="text-ink-2">{t('sso.private.text')}</p>
      </div>
    </div>
  )
}
