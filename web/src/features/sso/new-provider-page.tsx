import { createOidcProvider, OidcWrite, reserveOidcProvider } from '@parley/contract/oidc'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FormPage } from '../../admin/form-page.tsx'
import { SignInRestriction } from '../../admin/sign-in-restriction.tsx'
import { useEntityForm } from '../../admin/use-entity-form.ts'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { PageSection } from '../../ui/page.tsx'
import { newProvider, providerPath, SSO } from './provider-fields.ts'
import { ProviderSections } from './provider-sections.tsx'
import { RedirectAddress } from './redirect-address.tsx'

export function NewProviderPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  // The provider is registered there before it is added here, and is asked for this address.
  const reserved = useQuery({
    queryKey: keys.oidcReservation,
    queryFn: () => call(reserveOidcProvider, {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const form = useEntityForm({
    schema: OidcWrite,
    values: newProvider,
    place: 'sso/new',
    secret: ['client_secret'],
    refresh: keys.oidc,
    said: t('sso.created'),
    save: (body, attempt) =>
      call(createOidcProvider, { body: { ...body, id: reserved.data?.id }, ...attempt }),
    onSaved: ({ id }) => {
      cache.removeQueries({ queryKey: keys.oidcReservation })
      void navigate({ to: providerPath(id) })
    },
  })
  return (
    <FormPage
      of={form}
      title={t('sso.new')}
      lead={t('sso.new.lead')}
      within={{ to: SSO, label: t('admin.sso') }}
      create={t('sso.create')}
    >
      <SignInRestriction />
      <PageSection title={t('sso.redirect_uri')} help={t('sso.redirect_uri.help')}>
        {reserved.error ? (
          <p role="alert" className="text-bad">
            {reserved.error.message}
          </p>
        ) : (
          <RedirectAddress address={reserved.data?.redirect_uri ?? ''} />
        )}
      </PageSection>
      <ProviderSections of={form} />
    </FormPage>
  )
}
