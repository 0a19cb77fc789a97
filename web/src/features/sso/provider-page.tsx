import { getOidcProvider, type OidcProvider, OidcUpdate, updateOidcProvider } from '@parley/contract/oidc'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { entityQuery } from '../../admin/entities.ts'
import { EntityPage } from '../../admin/entity-page.tsx'
import { SwitchField } from '../../admin/fields.tsx'
import { FormPage } from '../../admin/form-page.tsx'
import { SignInRestriction } from '../../admin/sign-in-restriction.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { PageSection } from '../../ui/page.tsx'
import { fieldsOf, SSO } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'
import { RedirectAddress } from './redirect-address.tsx'

export function ProviderPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/main/admin-area/admin/sso/$id/edit' })
  const query = useQuery(entityQuery('oidc', getOidcProvider, id))
  return (
    <EntityPage query={query} within={{ to: SSO, label: t('admin.sso') }}>
      {(provider) => <ProviderForm key={provider.id} provider={provider} />}
    </EntityPage>
  )
}

function ProviderForm({ provider }: { provider: OidcProvider }) {
  const { t } = useTranslation()
  const form = useEntityForm({
    schema: OidcUpdate,
    values: fieldsOf(provider),
    current: () => call(getOidcProvider, { params: { id: String(provider.id) } }),
    fieldsOf,
    place: `sso/${provider.id}`,
    secret: ['client_secret'],
    refresh: keys.oidc,
    said: t('sso.saved'),
    save: (body, attempt) =>
      call(updateOidcProvider, { params: { id: String(provider.id) }, body, ...attempt }),
  })
  return (
    <FormPage of={form} title={provider.name} within={{ to: SSO, label: t('admin.sso') }}>
      {provider.needs_allowing && <PrivateNotice />}
      <SignInRestriction />
      <PageSection title={t('sso.redirect_uri')} help={t('sso.redirect_uri.help')}>
        <RedirectAddress address={provider.redirect_uri} />
      </PageSection>
      <ProviderSections of={form} stored />
      <PageSection title={t('sso.page')} help={t('sso.page.help')}>
        <SwitchField of={form} name="enabled" label={t('sso.enabled')} help={t('sso.enabled.help')} />
      </PageSection>
    </FormPage>
  )
}

/** Set up before private addresses had to be allowed, and still working. */
function PrivateNotice() {
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
